import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { normalizeAddress } from './readable-address.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

test.each([
  ['/api/v1/%70ublic/listings?q=%70', '/api/v1/public/listings?q=%70'],
  ['/%61pi/v1/user', '/api/v1/user'],
  ['/anuncio/a%2Db%5f%7E%2e', '/anuncio/a-b_~.'],
  ['http://127.0.0.1:3000/api/v1/user?a=http://b/', '/api/v1/user?a=http://b/'],
  ['HTTPS://praca.example', '/'],
  ['/perfil/jo%C3%A3o%20%2F%3F%23%25', '/perfil/jo%C3%A3o%20%2F%3F%23%25'],
  ['/%ZZ/%70?%70', '/%25ZZ/%2570?%70'],
  ['*', '*'],
])('the address %j is read as %j', (asked, read) => expect(normalizeAddress(asked)).toBe(read));

test('an API answer is not cacheable and a webhook is read as raw bytes, however its address is spelled', async () => {
  const { headers } = await market.app.inject({ method: 'GET', url: '/%61pi/v1/public/logo' });
  expect(headers['cache-control']).toBe('private, no-store');
  expect(String(headers['set-cookie'])).toContain('XSRF-TOKEN=');
  const notice = await market.app.inject({
    method: 'POST',
    url: '/api/v1/%77ebhooks/simulator',
    payload: { id: 'evt_1' },
  });
  expect([notice.statusCode, notice.json().code]).toEqual([401, 'webhook_signature']);
});
