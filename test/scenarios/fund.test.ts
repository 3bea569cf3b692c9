import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { runDueComplaints } from '#server/complaints/jobs.ts';
import { day, hour, minute } from '#test/orders/sales.ts';

/** N03: staff who miss the final deadline make the platform pay, never a side (decision 131). */

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const price = 10_000;

async function balanceOf(kind: string, id: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(credits - debits), 0)::int as cents from money.accounts
    where kind = ${kind} and case_id = ${id}`.execute(market.sales.db);
  return rows[0]!.cents;
}

/** What the fund has paid for one order, in cents. */
async function fundPaid({ id }: Dispute): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(t.amount), 0)::int as cents from money.journals j join money.transfers t on t.journal_id = j.id
      join money.accounts a on a.id = t.debit_id
    where j.order_id = ${id} and a.kind = 'guarantee_fund'`.execute(market.sales.db);
  return rows[0]!.cents;
}

async function factsOf({ id, hash }: Dispute) {
  const { rows } = await sql<{ net: number; payments: number; fundBack: number; saleBack: number }>`
    select s.net_cents::int as net, (select count(*)::int from fund_payments where order_id = o.id) as payments,
      (select coalesce(sum(amount_cents), 0)::int from refunds where order_id = o.id and reason = 'fund'
        and source = 'platform' and state = 'completed') as "fundBack", o.refunded_cents::int as "saleBack"
    from orders o join settlements s on s.order_id = o.id where o.hash = ${hash} and o.id = ${id}`.execute(
    market.sales.db,
  );
  return rows[0]!;
}

/** The instant of the final deadline of a dispute that `mediated` returned just now. */
async function passTo(dispute: Dispute, afterOpeningMs: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from opened_at - market_now()) * 1000)::bigint as ms from complaints
    where id = ${dispute.complaintId}`.execute(market.sales.db);
  await market.pass(Number(rows[0]!.ms) + afterOpeningMs);
}

/** Staff decide nothing until day thirty. */
async function silence(dispute: Dispute): Promise<void> {
  await passTo(dispute, 15 * day);
  await passTo(dispute, 30 * day);
}

test('silence to day 30: the buyer is refunded, the seller is paid, the fund is debited (N03)', async () => {
  const dispute = await market.mediated({ priceCents: price });
  await passTo(dispute, 15 * day);
  expect(await market.told(dispute)).toEqual({ told: 'in_mediation, in_complaint, blocked', back: 0 });
  expect((await market.seen(dispute)).timeline.at(-1)).toMatchObject({ event: 'raise' });
  await passTo(dispute, 30 * day - minute);
  expect((await market.told(dispute)).back).toBe(0);
  await market.pass(minute);
  const { told, back } = await market.told(dispute);
  expect([told, back]).toEqual([
    expect.stringMatching(/^closed, completed, (pending_release|released)$/),
    price,
  ]);
  const { net, ...facts } = await factsOf(dispute);
  expect(facts).toEqual({ payments: 1, fundBack: price, saleBack: 0 });
  expect(net).toBeGreaterThan(8_000);
  expect(await fundPaid(dispute)).toBe(price);
  await market.pass(8 * day);
  expect(await balanceOf('available', dispute.seller.id)).toBe(net);
  expect(await market.seen(dispute)).toMatchObject({ ending: 'fund', result: null, refundCents: price });
});

test('both sides are notified, and neither as having lost', async () => {
  const dispute = await market.mediated({ priceCents: price });
  await silence(dispute);
  const textOf = async (who: Person) => {
    const { data } = await market.sales.request('GET', '/notifications', { token: who.token });
    return JSON.stringify(data.items);
  };
  await market.sales.drain();
  expect(await textOf(dispute.buyer)).toContain('O fundo de garantia');
  expect(await textOf(dispute.seller)).toContain('O fundo de garantia');
});

test('a decision on day 29 wins, and its appeal is the only thing left', async () => {
  const dispute = await market.mediated({ priceCents: price });
  await passTo(dispute, 29 * day);
  expect((await market.decide(dispute, market.admin, { result: 'release' })).status).toBe(200);
  await passTo(dispute, 33 * day);
  expect(await market.told(dispute)).toMatchObject({ back: 0 });
  expect((await factsOf(dispute)).payments).toBe(0);
});

test('a decision after day 30 is refused even before the sweep has run', async () => {
  const dispute = await market.mediated({ priceCents: price });
  await passTo(dispute, 16 * day);
  await market.sales.moveClock(14 * day + minute);
  const answer = await market.decide(dispute, market.admin, { result: 'release' });
  expect(answer.status, answer.text).toBe(409);
  expect(await market.seen(dispute)).toMatchObject({ ending: 'fund' });
});

test('of twenty decisions and sweeps at the very instant exactly one happens', async () => {
  const dispute = await market.mediated({ priceCents: price });
  await passTo(dispute, 15 * day);
  await passTo(dispute, 30 * day - 2_000);
  const decisions = Array.from({ length: 10 }, () =>
    market.decide(dispute, market.admin, { result: 'release' }),
  );
  const clock = market.sales.moveClock(2_500);
  const sweeps = Array.from({ length: 10 }, () => runDueComplaints.run(market.sales.ctx));
  const answers = await Promise.all(decisions);
  await Promise.all([clock, ...sweeps]);
  await market.pass(minute);
  const decided = answers.filter(({ status }) => status === 200).length;
  const { payments } = await factsOf(dispute);
  expect(decided + payments).toBe(1);
});

test('the seller of an undecided complaint is not counted as claimed against', async () => {
  const dispute = await market.mediated({ priceCents: price });
  await silence(dispute);
  const { data } = await market.sales.request('GET', '/seller-level', { token: dispute.seller.token });
  expect(JSON.stringify(data)).not.toContain('"claimed":1');
});

test('after the fund has paid, nothing more is given back or complained about', async () => {
  const dispute = await market.mediated({ priceCents: price });
  await silence(dispute);
  const again = await market.open(dispute, { reason: 'other' });
  expect(again.status, again.text).toBe(409);
  const offer = await market.post(dispute.seller, `/orders/${dispute.hash}/refunds`, {
    amountCents: 100,
    note: 'Um desconto por gentileza.',
  });
  expect(offer.status, offer.text).toBe(409);
  expect(await market.told(dispute)).toMatchObject({ back: price });
});

test('an amount above the automatic limit is sent without a person, since persons were silent', async () => {
  const dispute = await market.mediated({ priceCents: 180_000 });
  await silence(dispute);
  expect(await factsOf(dispute)).toMatchObject({ fundBack: 180_000 });
});

/** Day 15 after the end of the time to appeal. */
async function silentAppeal(verdict: object, who: 'buyer' | 'seller'): Promise<Dispute> {
  const dispute = await market.decided(verdict, { priceCents: price });
  const answer = await market.appeal(dispute, dispute[who]);
  expect(answer.status, answer.text).toBe(200);
  await market.pass(72 * hour);
  await market.pass(15 * day);
  return dispute;
}

test.each([
  ['a buyer who lost gets everything', { result: 'release' }, 'buyer', { fundBack: price, saleBack: 0 }],
  ['a seller who lost keeps the sale', { result: 'full' }, 'seller', { fundBack: price, saleBack: 0 }],
  [
    'a seller who lost a part keeps the sale, and the buyer keeps what was decided',
    { result: 'partial', percent: 40 },
    'seller',
    { fundBack: 4_000, saleBack: 0 },
  ],
  [
    'a buyer who won a part gets the rest from the fund',
    { result: 'partial', percent: 40 },
    'buyer',
    { fundBack: 6_000, saleBack: 4_000 },
  ],
] as const)('an appeal without a decision for 15 days: %s (R09, N03)', async (_, verdict, who, expected) => {
  const dispute = await silentAppeal(verdict, who);
  expect(await factsOf(dispute)).toMatchObject({ payments: 1, ...expected });
  expect(await market.seen(dispute)).toMatchObject({ ending: 'fund' });
});

test('a seller refunded away by silence whose appeal nobody decides is paid by the fund (R04, N03)', async () => {
  const dispute = await market.opened({ priceCents: price });
  await market.pass(48 * hour);
  expect((await market.appeal(dispute, dispute.seller)).status).toBe(200);
  await market.pass(15 * day);
  expect(await market.told(dispute)).toEqual({ told: 'closed, refunded, reversed', back: price });
  const paid = await balanceOf('available', dispute.seller.id);
  expect(paid).toBeGreaterThan(8_000);
  expect(await fundPaid(dispute)).toBe(paid);
});

test('a regret that nobody decides for 15 days is paid by the fund, and the sale goes on (P24, N03)', async () => {
  const sale = await market.sales.delivered({ priceCents: price });
  await market.post(sale.buyer, `/orders/${sale.hash}/codes`);
  const regret = await market.post(sale.buyer, `/orders/${sale.hash}/regret`, { destination: 'original' });
  expect(regret.status, regret.text).toBeLessThan(300);
  expect(regret.data.decisionBy).not.toBeNull();
  await market.pass(15 * day);
  const { rows } = await sql<{ reason: string; state: string; source: string }>`
    select reason, state, source from refunds where order_id = ${sale.id} order by id`.execute(
    market.sales.db,
  );
  expect(rows).toEqual([
    { reason: 'regret', state: 'rejected', source: 'sale' },
    { reason: 'fund', state: 'completed', source: 'platform' },
  ]);
  await market.pass(15 * day);
  expect(await balanceOf('available', sale.seller.id)).toBeGreaterThan(8_000);
});

test('PostgreSQL refuses a fund payment before its deadline, of another amount, or twice', async () => {
  const dispute = await market.mediated({ priceCents: price });
  const insert = (cents: number) =>
    sql`insert into fund_payments (order_id, cause, complaint_id, buyer_cents, seller_cents)
      values (${dispute.id}, 'complaint', ${dispute.complaintId}, ${cents}, 0)`.execute(market.sales.db);
  await expect(insert(price)).rejects.toMatchObject({ constraint: 'fund_payment_early' });
  await passTo(dispute, 16 * day);
  await market.sales.moveClock(14 * day + minute);
  await expect(insert(price - 1)).rejects.toMatchObject({ constraint: 'fund_payment_amount' });
  await expect(insert(price)).rejects.toMatchObject({ constraint: 'fund_payment_tie' });
  await market.pass(0);
  await expect(insert(price)).rejects.toMatchObject({ constraint: 'fund_payment_early' });
});

test('staff read how often and how much the fund paid', async () => {
  const before = (await market.sales.request('GET', '/staff/fund-payments', { token: market.support.token }))
    .data;
  const dispute = await market.mediated({ priceCents: price });
  await passTo(dispute, 15 * day);
  await passTo(dispute, 29 * day);
  const soon = (await market.sales.request('GET', '/staff/fund-payments', { token: market.admin.token }))
    .data;
  expect(soon.dueSoon).toBe(before.dueSoon + 1);
  await passTo(dispute, 30 * day);
  const { data } = await market.sales.request('GET', '/staff/fund-payments', { token: market.admin.token });
  expect(data).toMatchObject({
    count: before.count + 1,
    paidCents: before.paidCents + price,
    items: expect.arrayContaining([expect.objectContaining({ cause: 'complaint', buyerCents: price })]),
  });
});
