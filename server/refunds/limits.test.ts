import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
let second: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  second = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const decide = (who: Person, id: number) =>
  sales.request('POST', `/staff/refunds/${id}/decision`, {
    token: who.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });

async function idsOf(sale: Placed): Promise<number[]> {
  await sales.drain();
  const { rows } = await sql<{ id: number }>`
    select id from refunds where order_id = ${sale.id} and state = 'in_review' order by id`.execute(sales.db);
  return rows.map(({ id }) => id);
}

/** Paid in two parts of its price. */
async function paidInParts(priceCents: number, firstCents: number): Promise<Placed> {
  const sale = await sales.placed({ priceCents });
  await sales.bank.payCharge(sale.reference, { amountCents: firstCents });
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${sale.id} and state = 'pending'`.execute(sales.db);
  await sales.bank.payCharge(rows[0]!.reference);
  expect(await sales.stateOf(sale)).toBe('paid');
  return sale;
}

const give = async (sale: Placed, amountCents: number) => {
  const body = { amountCents, note: 'Chegou com um arranhão na tampa.' };
  expect((await sales.tryAct(sale, sale.seller, 'refunds', body)).status).toBe(201);
};

test('a price that was paid in parts needs two people by its total', async () => {
  const sale = await paidInParts(800_000, 450_000);
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  const ids = await idsOf(sale);
  expect(ids).toHaveLength(2);
  for (const id of ids) {
    expect((await decide(admin, id)).data.state).toBe('in_review');
    expect((await decide(admin, id)).body.code).toBe('second_person_needed');
    expect((await decide(second, id)).data.state).toBe('approved');
  }
});

test('the parts of an incomplete price need a review by their sum', async () => {
  const sale = await sales.placed({ priceCents: 200_000 });
  await sales.bank.payCharge(sale.reference, { amountCents: 60_000 });
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${sale.id} and state = 'pending'`.execute(sales.db);
  await sales.bank.payCharge(rows[0]!.reference, { amountCents: 60_000 });
  await sales.moveClock(25 * 3_600_000);
  const ids = await idsOf(sale);
  expect(ids).toHaveLength(2);
  expect((await decide(support, ids[0]!)).body.code).toBe('forbidden');
});

test('successive refunds are compared with the limits together', async () => {
  const sale = await sales.delivered({ priceCents: 200_000 });
  await give(sale, 70_000);
  expect(await idsOf(sale)).toEqual([]);
  await give(sale, 40_000);
  const [id] = await idsOf(sale);
  const { data } = await sales.request('GET', '/staff/refunds', { token: support.token });
  expect(data.items.find((row: { id: number }) => row.id === id)).toMatchObject({
    amountCents: 40_000,
    togetherCents: 110_000,
    decidable: false,
  });
  expect((await decide(support, id!)).body.code).toBe('forbidden');
  expect((await decide(admin, id!)).data.state).toBe('approved');
});

test('refunds of another order do not count', async () => {
  const seller = await sales.user();
  const [one, other] = [
    await sales.delivered({ seller, priceCents: 200_000 }),
    await sales.delivered({ seller, priceCents: 200_000 }),
  ];
  await give(one, 70_000);
  await give(other, 70_000);
  expect([...(await idsOf(one)), ...(await idsOf(other))]).toEqual([]);
});

test('exactly R$ 1.000,00 is sent automatically, and exactly R$ 5.000,00 needs one person only', async () => {
  const [small, large] = [
    await sales.paid({ priceCents: 100_000 }),
    await sales.paid({ priceCents: 500_000 }),
  ];
  for (const sale of [small, large])
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  expect(await idsOf(small)).toEqual([]);
  const [id] = await idsOf(large);
  const another = await sales.user({ role: 'admin' });
  expect((await decide(another, id!)).data.state).toBe('approved');
});
