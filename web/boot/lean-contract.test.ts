import { readFileSync, readdirSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { isLean, withoutSchemas } from './lean-contract.ts';

const whole = `import * as z from 'zod/mini';
import { sorts } from '#domain/sorts.ts';
import { endpoint } from './endpoint.ts';
const row = z.object({ id: z.int() });
const shared = { id: z.int() };
const listOf = (one) => z.array(one);
export const listingSorts = ['novos', ...sorts];
export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  auth: 'user',
  idempotent: true,
  summary: 'Buys.',
  body: z.strictObject({ id: z.int() }),
  reply: row,
});
`;

test('an endpoint keeps the fields a call needs, and the schemas stay on the server', () => {
  expect(withoutSchemas(whole)).toBe(`import { sorts } from '#domain/sorts.ts';
export const listingSorts = ['novos', ...sorts];
export const placeOrder = { method: 'POST', path: '/orders', idempotent: true };`);
});

test('an object shared by endpoints stays when a call needs it, and goes when it holds schemas only', () => {
  const code = `const page = { query: z.object({}) };
const move = { method: 'POST', auth: 'user', idempotent: true };
export const list = endpoint({ method: 'GET', path: '/orders', ...page });
export const abandon = endpoint({ ...move, path: '/orders/{hash}/abandonment', summary: 'x' });`;
  expect(withoutSchemas(code)).toBe(`const move = { method: 'POST', idempotent: true };
export const list = { method: 'GET', path: '/orders' };
export const abandon = { ...move, path: '/orders/{hash}/abandonment' };`);
});

test('what the server knows of a repeated call stays with the server', () => {
  const code = `export const count = endpoint({ method: 'POST', path: '/counts', repeats: 'harmless' });`;
  expect(withoutSchemas(code)).toBe(`export const count = { method: 'POST', path: '/counts' };`);
});

test('a module of the contract is reduced in every folder, except where the whole contract is imported', () => {
  expect(isLean('/home/praca/contract/orders.ts')).toBe(true);
  expect(isLean('/home/praca/contract/orders/delivery-files.ts')).toBe(true);
  expect(isLean('/home/praca/contract/accounts/second-factors/totp.ts')).toBe(true);
  expect(isLean('/home/praca/contract/orders.ts?whole')).toBe(false);
  expect(isLean('/home/praca/contract/orders.test.ts')).toBe(false);
  expect(isLean('/home/praca/web/lean-contract.ts')).toBe(false);
});

test('every endpoint of the contract keeps its method and path in the browser', () => {
  const folder = new URL('../../contract/', import.meta.url);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const code = stripTypeScriptTypes(readFileSync(new URL(name, folder), 'utf8'));
    const endpoints = code.match(/= endpoint\(\{/g)?.length ?? 0;
    const lean = withoutSchemas(code);
    const callable = lean
      .split('\n')
      .filter((line) => /(method:|\.\.\.).*path:/.test(line.replaceAll(/\s+/g, ' ')));
    expect([name, callable.length]).toEqual([name, endpoints]);
  }
});
