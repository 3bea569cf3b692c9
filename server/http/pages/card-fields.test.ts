import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

const ask = (market: Market, url: string, host: string) =>
  market.app.inject({ url, headers: { host }, remoteAddress: '198.51.100.7' });

describe('card fields without an origin of their own', () => {
  let market: Market;
  beforeAll(async () => {
    market = await createMarket();
  });
  afterAll(() => market.close());

  test('are in a sandbox without the origin of the site, even when opened directly (T73)', async () => {
    const page = await ask(market, '/dev/card-fields?site=http://127.0.0.1', '127.0.0.1');
    const policy = String(page.headers['content-security-policy']);
    expect(page.statusCode).toBe(200);
    expect(policy).toMatch(/; sandbox allow-scripts allow-forms$/);
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain("frame-ancestors 'self'");
  });
});

describe('card fields with an origin of their own', () => {
  let market: Market;
  beforeAll(async () => {
    market = await createMarket({
      PUBLIC_URL: 'https://praca.example',
      HOSTS: 'praca.com.example',
      CARD_FIELDS_URL: 'https://cartao.praca.example',
    });
  });
  afterAll(() => market.close());

  test('have addresses at that origin, and only the site’s origins may embed them', async () => {
    const settings = await ask(market, '/api/v1/public/settings', 'praca.example');
    expect(settings.json().data.card.fieldsPath).toBe('https://cartao.praca.example/dev/card-fields');
    const page = await ask(market, '/dev/card-fields', 'cartao.praca.example');
    expect(page.statusCode).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/; frame-ancestors https:\/\/praca\.example https:\/\/praca\.com\.example$/);
  });

  test.each([
    '/',
    '/api/v1/user',
    '/api/v1/public/settings',
    '/conta',
    '/dev/boletos/x',
    '/card-fieldsx',
    '/imagens/x',
  ])('nothing else is served there: %s', async (path) => {
    expect((await ask(market, path, 'cartao.praca.example')).statusCode).toBe(404);
  });
});
