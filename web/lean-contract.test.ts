import { expect, test } from 'vitest';
import { withoutSchemas } from './lean-contract.ts';

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

test('an endpoint keeps what calling it needs, and the schemas stay with the server', () => {
  expect(withoutSchemas(whole)).toBe(`import { sorts } from '#domain/sorts.ts';
export const listingSorts = ['novos', ...sorts];
export const placeOrder = { method: 'POST', path: '/orders', idempotent: true };`);
});
