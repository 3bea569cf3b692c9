import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { watchingRisk } from '#test/risk/watching.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
beforeEach(() => watchingRisk(sales, { weights: { instant: 60, large_first: 30 }, holdFrom: 50 }));
afterAll(() => sales.close());

async function counted(queue: string): Promise<number> {
  const { data } = await sales.request('GET', '/staff/queues', { token: support.token });
  return data.items.find((item: { queue: string }) => item.queue === queue).count;
}

async function listed(query: string): Promise<number[]> {
  const { status, text, data } = await sales.request('GET', `/staff/order-risks${query}`, {
    token: support.token,
  });
  expect(status, text).toBe(200);
  return data.items.map(({ order }: { order: { id: number } }) => order.id);
}

test('staff list what is held, what scored high and what was fraud, by signal (F55)', async () => {
  const held = await sales.paid({ codes: sales.codes(1), priceCents: 4_000 });
  const high = await sales.placed({ priceCents: 90_000 });
  const calm = await sales.paid({ priceCents: 4_000 });
  expect(await listed('')).toEqual([held.id]);
  expect(await counted('risk_holds')).toBe(1);
  expect(await listed('?tab=altos')).toEqual([high.id, held.id]);
  expect(await listed('?tab=altos&signal=large_first')).toEqual([high.id]);
  expect(await listed('?tab=retidos&signal=large_first')).toEqual([]);
  for (const sale of [held, calm])
    await sales.request('POST', `/staff/orders/${sale.id}/risk-label`, {
      token: admin.token,
      key: true,
      body: { label: sale === held ? 'fraud' : 'good', note: 'Conferido com o banco dela.' },
    });
  expect(await listed('?tab=fraudes')).toEqual([held.id]);
  expect(await listed('?tab=altos'), 'only what nobody labelled yet').toEqual([high.id]);
  expect((await sales.request('GET', '/staff/order-risks?tab=x', { token: support.token })).status).toBe(400);
  expect((await sales.request('GET', '/staff/order-risks', { token: held.seller.token })).status).toBe(403);
  const { data } = await sales.request('GET', `/staff/users/${held.buyer.id}`, { token: support.token });
  expect(data.risk).toEqual({ orders: 1, held: 1, frauds: 1, highest: 60 });
});
