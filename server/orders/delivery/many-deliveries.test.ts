import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { note, openDeliveries } from '#test/orders/deliveries.ts';
import type { Deliveries } from '#test/orders/deliveries.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed } from '#test/orders/sales.ts';

/** The page delivers several sales with one call for each order, each under its own key. */
let sales: Deliveries;
beforeAll(async () => {
  sales = await openDeliveries();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const deliver = (sale: Placed, who: Person, key: string) =>
  sales.request('POST', `/orders/${sale.hash}/delivery`, { token: who.token, key, body: { note } });

const deliveriesOf = async (sale: Placed) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from order_events
    where order_id = ${sale.id} and event = 'deliver'`.execute(sales.db);
  return rows[0]!.count;
};

test('of several sales the allowed ones are delivered; the others are refused with a reason and unchanged', async () => {
  const seller = await sales.user();
  const [words, film, gone, strange] = [
    await sales.begun('text', { seller }),
    await sales.begun('video', { seller }),
    await sales.begun('text', { seller }),
    await sales.begun('text'),
  ];
  const unbegun = await sales.paid({ categoryId: sales.categories.text, seller });
  await sales.act(gone, seller, 'cancellation', { reason: 'no_stock' });
  const answers = [];
  for (const sale of [words, film, gone, strange, unbegun])
    answers.push(await deliver(sale, seller, randomUUID()));
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [400, 'invalid_request'],
    [409, 'wrong_state'],
    [404, 'not_found'],
    [409, 'wrong_state'],
  ]);
  expect(answers[1]!.body.errors).toEqual({ fileIds: expect.stringContaining('vídeo') });
  expect(answers[4]!.body.meta).toMatchObject({ state: 'paid', allowed: ['start_delivery', 'cancel_sale'] });
  const states = await Promise.all([words, film, gone, strange, unbegun].map((sale) => sales.stateOf(sale)));
  expect(states).toEqual(['delivered', 'in_delivery', 'cancelled', 'in_delivery', 'paid']);
});

test('retries under the same keys, also concurrent ones, deliver nothing twice', async () => {
  const seller = await sales.user();
  const chosen = await Promise.all(
    [1, 2, 3].map(async () => ({ sale: await sales.begun('text', { seller }), key: randomUUID() })),
  );
  const all = () => Promise.all(chosen.map(({ sale, key }) => deliver(sale, seller, key)));
  const answers = (await Promise.all([all(), all()])).flat();
  answers.push(...(await all()));
  for (const { status, body, text } of answers)
    expect([200, 'request_in_progress'], text).toContain(status === 200 ? 200 : body.code);
  expect((await all()).map(({ data }) => data.state)).toEqual(['delivered', 'delivered', 'delivered']);
  for (const { sale } of chosen) expect(await deliveriesOf(sale)).toBe(1);
});

test('one idempotency key works for one order only', async () => {
  const seller = await sales.user();
  const [first, second] = [await sales.begun('text', { seller }), await sales.begun('text', { seller })];
  const key = randomUUID();
  expect((await deliver(first, seller, key)).status).toBe(200);
  expect((await deliver(second, seller, key)).body.code).toBe('idempotency_mismatch');
  expect(await sales.stateOf(second)).toBe('in_delivery');
});
