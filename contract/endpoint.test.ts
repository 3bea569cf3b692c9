import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const usual = { path: '/things', auth: 'user', summary: 'A thing.', reply: z.object({}) } as const;

test('a POST either requires an Idempotency-Key or declares that repeating it is harmless, never both', () => {
  expect(endpoint({ ...usual, method: 'POST', idempotent: true }).idempotent).toBe(true);
  expect(endpoint({ ...usual, method: 'POST', repeats: 'harmless' }).idempotent).toBe(false);
  // @ts-expect-error -- it says neither
  endpoint({ ...usual, method: 'POST' });
  // @ts-expect-error -- it says both
  endpoint({ ...usual, method: 'POST', idempotent: true, repeats: 'harmless' });
});

test('other methods declare nothing about repetition', () => {
  expect(endpoint({ ...usual, method: 'GET' }).idempotent).toBe(false);
  expect(endpoint({ ...usual, method: 'PUT', idempotent: true }).idempotent).toBe(true);
  // @ts-expect-error -- a GET repeats safely by its meaning
  endpoint({ ...usual, method: 'GET', repeats: 'harmless' });
});
