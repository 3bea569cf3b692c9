import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { createIdempotentAction } from './idempotent-action.ts';

const given = { amountCents: 5_000 };
const refusal = new ApiError({ code: 'insufficient_balance', status: 409, detail: 'Não há saldo.' });
const silence = new ApiError({ code: 'network', status: 0, detail: 'Sem conexão.' });
const badGateway = new ApiError({ code: 'internal', status: 502, detail: 'Tivemos um problema.' });

/** The keys of consecutive presses with these outcomes; null is a success. */
async function keysOf(...endings: (Error | null)[]): Promise<string[]> {
  const once = createIdempotentAction();
  const keys: string[] = [];
  for (const ending of endings)
    await once(given, async (key) => {
      keys.push(key);
      if (ending) throw ending;
    }).catch(() => undefined);
  return keys;
}

test.each([
  ['no reply', silence],
  ['an error of a proxy', badGateway],
  ['a cancelled call', new DOMException('', 'AbortError')],
])('after %s the same action is retried under its key', async (_, ending) => {
  const [first, second] = await keysOf(ending, null);
  expect(second).toBe(first);
});

test.each([401, 403, 429])(
  'after no reply, a refusal before execution (%d) leaves the key unchanged',
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
])('after %s the same action gets a new key', async (_, ending) => {
  const [first, second] = await keysOf(ending, null);
  expect(second).not.toBe(first);
});

test('other content is another action, and the first keeps its key', async () => {
  const once = createIdempotentAction();
  const keys: string[] = [];
  for (const amountCents of [1, 2, 1])
    await once({ amountCents }, async (key) => {
      keys.push(key);
      throw silence;
    }).catch(() => undefined);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
});
