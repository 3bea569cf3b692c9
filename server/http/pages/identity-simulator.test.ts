import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId, openBrowser } from '#test/accounts/identity-provider.ts';
import type { Browser } from '#test/accounts/identity-provider.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

let visitors = 0;
const visit = () => openBrowser(market, `10.60.0.${++visitors}`);

/** The credential that the provider's window sends to the page for this choice. */
async function choose(browser: Browser, choice: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({ nonce: await browser.nonce(), state: 's1', ...choice });
  const { text } = await market.request('GET', `//dev/oidc/credential?${query}`);
  expect(text).toContain('data-state="s1"');
  return /data-credential="([^"]+)"/.exec(text)![1]!;
}

test('a demonstration without Google has a simulated provider', async () => {
  const browser = await visit();
  const { data } = await browser.call('GET', '/public/sign-in-providers');
  expect(data.items).toEqual([
    {
      slug: 'google',
      name: 'Google (simulado)',
      clientId: 'praca-simulador',
      scriptUrl: '/dev/oidc/client.js',
    },
  ]);
  const script = await market.request('GET', '//dev/oidc/client.js');
  expect(script.headers['content-type']).toContain('javascript');
  for (const name of ['initialize', 'renderButton', 'prompt', 'disableAutoSelect', 'cancel', 'revoke'])
    expect(script.text).toContain(name);
  const { body } = await market.request('GET', '//dev/oidc/jwks.json');
  expect(body.keys).toHaveLength(1);
  expect(Object.keys(body.keys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('repeated query parameters are ignored', async () => {
  for (const path of ['choose', 'credential?person=x&person=y', 'credential?email=a&email=b'])
    expect(
      (await market.request('GET', `//dev/oidc/${path}${path.includes('?') ? '&' : '?'}nonce=1&nonce=2`))
        .status,
    ).toBe(path === 'choose' ? 200 : 404);
});

test('its window shows the fictional people and escapes its parameters', async () => {
  const page = await market.request('GET', '//dev/oidc/choose?nonce=%22%3E%3Cscript%3E&state=x');
  for (const email of ['bruna.novata@gmail.com', 'compradora@demo.praca', 'caio@exemplo.com.br'])
    expect(page.text).toContain(email);
  expect(page.text).not.toContain('"><script>');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await market.request('GET', '//dev/oidc/credential?person=9')).status).toBe(404);
});

test('its people are subject to the rules that apply to Google’s', async () => {
  const owner = await market.user();
  await sql`update users set email = 'compradora@demo.praca' where id = ${owner.id}`.execute(market.ctx.db);
  const answers: string[] = [];
  for (const person of ['1001', '1002', '1003']) {
    const browser = await visit();
    answers.push((await browser.enter(await choose(browser, { person }))).body.code);
  }
  expect(answers).toEqual(['registration_needed', 'link_required', 'identity_email_unverified']);
});

test('a person entered in its form is the same person the next time', async () => {
  const choice = { email: 'Livre@gmail.com', emailVerified: '1' };
  const browser = await visit();
  const { body } = await browser.enter(await choose(browser, choice));
  const given = { ticket: body.meta.ticket, username: 'livre_escolha', termsAccepted: true };
  expect((await browser.call('POST', '/identity-registrations', given)).status).toBe(201);
  const again = await visit();
  expect((await again.enter(await choose(again, choice))).data.user.username).toBe('livre_escolha');
});

test('its tokens are bound to the browser that requested them, as any (T51)', async () => {
  const browser = await visit();
  const credential = await choose(browser, { person: '1001' });
  expect((await (await visit()).enter(credential)).body.code).toBe('identity_invalid');
});

test('where Google is configured there is no simulated provider', async () => {
  const real = await createMarket({ GOOGLE_CLIENT_ID: clientId });
  try {
    for (const path of ['client.js', 'finish.js', 'choose', 'credential?person=1001', 'jwks.json'])
      expect((await real.request('GET', `//dev/oidc/${path}`)).status).toBe(404);
  } finally {
    await real.close();
  }
});
