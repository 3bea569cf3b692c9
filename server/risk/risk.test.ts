import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import { day, hour } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import { onOneDevice, watchingRisk } from '#test/risk/watching.ts';

let market: Complaints;
let sales: Sales;
beforeAll(async () => void ({ sales } = market = await openComplaints()));
beforeEach(() => watchingRisk(sales));
afterEach(() => sales.checkBooks());
afterAll(() => market.sales.close());

const riskOf = async ({ id }: Placed) =>
  (await sales.request('GET', `/staff/orders/${id}`, { token: market.support.token })).data;

const standing = async ({ id }: Placed) => {
  const { rows } = await sql<{ text: string }>`
    select o.state || ', ' || s.state as text from orders o join settlements s on s.order_id = o.id where o.id = ${id}`.execute(
    sales.db,
  );
  return rows[0]!.text;
};

async function buys(buyer: Person, times: number): Promise<number[]> {
  const listing = await sales.publishedListing({ stock: 100, priceCents: 1_000 });
  const answers = await Promise.all(Array.from({ length: times }, () => sales.order(buyer, listing)));
  for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('purchase_refused');
  return answers.map(({ status }) => status);
}

test('an order keeps its score and the reasons in their order, which staff read (F55)', async () => {
  await watchingRisk(sales, { weights: { new_account: 15, large_first: 20, instant: 5 }, holdFrom: 500 });
  const listing = await sales.publishedListing({ priceCents: 90_000, codes: sales.codes(2) });
  const buyer = await sales.user({ ageDays: 0 });
  const sale = await sales.place(buyer, listing);
  expect(await riskOf(sale)).toMatchObject({
    risk: { score: 40, reasons: ['large_first', 'new_account', 'instant'], action: 'none', label: null },
    analysis: { made: null },
  });
  const { rows } = await sql<{
    facts: object;
  }>`select facts from order_risks where order_id = ${sale.id}`.execute(sales.db);
  expect(rows[0]!.facts).toMatchObject({ amountCents: 90_000, bought: 0, instant: true, otherPayer: false });
});

test('a paid order with enough points waits for staff with closed codes, and goes on by itself after a day (F55)', async () => {
  await watchingRisk(sales, { weights: { instant: 60 } });
  const sale = await sales.paid({ codes: sales.codes(1) });
  expect(await standing(sale)).toBe('delivered, blocked');
  expect((await sales.tryAct(sale, sale.buyer, 'reveal')).body.code).toBe('payment_in_analysis');
  expect(await riskOf(sale)).toMatchObject({
    risk: { action: 'hold' },
    analysis: { made: { reason: 'risk', by: null, endedAt: null } },
  });
  for (const side of [sale.buyer, sale.seller])
    expect((await sales.view(sale, side)).deal).toMatchObject({
      waits: { for: 'analysis' },
      stoppedBy: 'analysis',
    });
  await market.pass(24 * hour);
  expect(await standing(sale)).toBe('delivered, in_escrow');
  expect((await sales.tryAct(sale, sale.buyer, 'reveal')).status).toBe(200);
});

test('an admin releases an order that the rules hold, and none of its sides does', async () => {
  await watchingRisk(sales, { weights: { instant: 60 } });
  const sale = await sales.paid({ codes: sales.codes(1) });
  const release = (who: Person) =>
    market.post(who, `/staff/orders/${sale.id}/analysis-release`, { note: 'Conferido com o banco.' });
  expect((await release(market.support)).status).toBe(403);
  expect((await release(sale.buyer)).status).toBe(403);
  expect((await release(market.admin)).status).toBe(200);
  expect(await standing(sale)).toBe('delivered, in_escrow');
});

test('a score from the refusing one on places nothing, and the answer names no rule', async () => {
  await watchingRisk(sales, { weights: { new_account: 100 }, refuseFrom: 100 });
  const buyer = await sales.user({ ageDays: 0 });
  const listing = await sales.publishedListing({ stock: 1 });
  const { status, body } = await sales.order(buyer, listing);
  expect([status, body.code]).toEqual([409, 'purchase_refused']);
  expect(JSON.stringify(body)).not.toMatch(/risco|conta nova|pontos/i);
  expect((await sales.order(await sales.user(), listing)).status, 'the unit is free').toBe(201);
});

test('of twenty raced purchases on one device as many pass as its limit allows (F55)', async () => {
  await sales.setRules({ maxUnpaidOrders: 50 });
  await watchingRisk(sales, { velocity: { devicePerHour: 3 } });
  const two = [await sales.user(), await sales.user()];
  await onOneDevice(sales, two);
  const statuses = (await Promise.all(two.map((buyer) => buys(buyer, 10)))).flat();
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  await sales.moveClock(hour + 1_000);
  expect(await buys(two[0]!, 1)).toEqual([201]);
});

test('pieces of one purchase by two accounts count together against the amount of their device', async () => {
  await watchingRisk(sales, { velocity: { deviceCentsPerDay: 2_500 } });
  const [first, second] = [await sales.user(), await sales.user()];
  await onOneDevice(sales, [first!, second!]);
  expect(await buys(first!, 1)).toEqual([201]);
  expect(await buys(second!, 1)).toEqual([201]);
  expect(await buys(second!, 1)).toEqual([409]);
  expect(await buys(first!, 1)).toEqual([409]);
});

test('purchases from one network and with one document have limits of their own', async () => {
  await watchingRisk(sales, { velocity: { networkPerHour: 2, documentPerDay: 2 } });
  const ids = [await sales.user(), await sales.user(), await sales.user()];
  const { db } = sales;
  const traces = sql`select count(*)::int as count from order_risks where document is not null`;
  expect(await buys(ids[0]!, 1)).toEqual([201]);
  expect((await traces.execute(db)).rows[0]).toMatchObject({ count: expect.any(Number) });
  expect(await buys(ids[0]!, 1)).toEqual([201]);
  expect(await buys(ids[0]!, 1)).toEqual([409]);
});

test('both sides on one device are a reason, and hold only the money of that sale', async () => {
  await watchingRisk(sales, { weights: { shared_device: 60 } });
  const listing = await sales.publishedListing({ stock: 2 });
  const buyer = await sales.user();
  const other = await sales.delivered({ seller: listing.seller });
  await onOneDevice(sales, [buyer, listing.seller]);
  const sale = await sales.place(buyer, listing);
  await sales.bank.payCharge(sale.reference);
  expect(await riskOf(sale)).toMatchObject({ risk: { reasons: ['shared_device'], action: 'hold' } });
  expect(await standing(sale)).toContain('blocked');
  expect(await standing(other)).toContain('in_escrow');
});

test('traces are deleted after their days, and score and facts stay', async () => {
  const sale = await sales.placed();
  const traces = async () =>
    (
      await sql<{ document: string | null; score: number }>`
      select document, score from order_risks where order_id = ${sale.id}`.execute(sales.db)
    ).rows[0];
  expect(await traces()).toEqual({ document: sale.buyer.cpf, score: 0 });
  await market.pass(181 * day);
  expect(await traces()).toEqual({ document: null, score: 0 });
});
