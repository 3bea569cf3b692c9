import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { rememberIntents } from './idempotent-action.ts';

const given = { amountCents: 5_000 };
const refusal = new ApiError({ code: 'insufficient_balance', status: 409, detail: 'Não há saldo.' });
const silence = new ApiError({ code: 'network', status: 0, detail: 'Sem conexão.' });
const badGateway = new ApiError({ code: 'internal', status: 502, detail: 'Tivemos um problema.' });

/** The keys of presses that ended so, one after the other; nothing is a success. */
async function keysOf(...endings: (Error | null)[]): Promise<string[]> {
  const once = rememberIntents();
  const keys: string[] = [];
  for (const ending of endings)
    await once(given, async (key) => {
      keys.push(key);
      if (ending) throw ending;
    }).catch(() => undefined);
  return keys;
}

test.each([
  ['silence', silence],
  ['a machine in between', badGateway],
  ['a call that was given up', new DOMException('', 'AbortError')],
])('after %s the same wish goes on under its key', async (_, ending) => {
  const [first, second] = await keysOf(ending, null);
  expect(second).toBe(first);
});

test.each([401, 403, 429])(
  'after silence a refusal from before the work (%d) says nothing of it',
  async (status) => {
    const before = new ApiError({ code: 'too_many_requests', status, detail: 'Espere.' });
    const [first, , third] = await keysOf(silence, before, null);
    expect(third).toBe(first);
    const [own, next] = await keysOf(before, null);
    expect(next).not.toBe(own);
  },
);

test.each([
  ['a refusal', refusal],
  ['a success', null],
])('after %s the same wish is a new one', async (_, ending) => {
  const [first, second] = await keysOf(ending, null);
  expect(second).not.toBe(first);
});

test('another content is another wish, and the first keeps its key beside it', async () => {
  const once = rememberIntents();
  const keys: string[] = [];
  for (const amountCents of [1, 2, 1])
    await once({ amountCents }, async (key) => {
      keys.push(key);
      throw silence;
    }).catch(() => undefined);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
});
