import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import { day } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

/** Two codes are paid, and one of them was removed before. */
async function short(): Promise<Placed> {
  const { sales } = market;
  const sale = await sales.placed({ codes: sales.codes(2) }, 2);
  await sql`update stock_units set state = 'invalidated'
    where id = (select min(id) from stock_units where order_id = ${sale.id})`.execute(sales.db);
  await sales.bank.payCharge(sale.reference);
  expect(await sales.stateOf(sale)).toBe('paid');
  return sale;
}

const addCodes = ({ listingId, seller }: Placed, count: number) =>
  market.post(seller, `/listings/${listingId}/codes`, { codes: market.sales.codes(count) });

test('seller, buyer and staff are notified once of missing codes, which are delivered when stock arrives (P08)', async () => {
  const sale = await short();
  for (let look = 0; look < 3; look++) await market.pass(60_000);
  const titlesOf = async (who: Placed['seller']) =>
    (await market.notices(who)).filter((title) => /(Faltam códigos|vai atrasar)/.test(title));
  expect(await titlesOf(sale.seller)).toEqual(['Faltam códigos para entregar']);
  expect(await titlesOf(sale.buyer)).toEqual(['Seu código vai atrasar']);
  for (const who of [market.admin, market.support])
    expect(await titlesOf(who)).toEqual(['Faltam códigos em um pedido pago']);
  const seen = async () =>
    (await market.sales.request('GET', `/staff/orders/${sale.id}`, { token: market.support.token })).data;
  expect(await seen()).toMatchObject({ codesMissing: 1 });
  expect((await addCodes(sale, 3)).status).toBe(201);
  await market.sales.drain();
  expect(await market.sales.stateOf(sale)).toBe('delivered');
  expect(await seen()).toMatchObject({ codesMissing: 0 });
  expect((await market.sales.tryAct(sale, sale.buyer, 'reveal')).data.codes).toHaveLength(2);
  const { rows } = await sql<{ stock: number; free: number }>`
    select stock, (select count(*)::int from stock_units where listing_id = l.id and state = 'available') as free
    from listings l where id = ${sale.listingId}`.execute(market.sales.db);
  expect(rows[0]).toEqual({ stock: 2, free: 2 });
});

test('without new codes the money is refunded in time (P12)', async () => {
  const sale = await short();
  await market.pass(day);
  expect(await market.sales.stateOf(sale)).toBe('cancelled');
  expect(await market.sales.refunds(sale)).toMatchObject([{ amount_cents: sale.totalCents }]);
});
