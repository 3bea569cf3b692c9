import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { hour, minute } from '#test/orders/sales.ts';

/** R04: a seller's silence pays the buyer at once; a late appeal is the seller's and the fund's matter (decision 72). */

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const paidOut = 'decided, refunded, reversed';
const judge = (dispute: Dispute, verdict: object, who: Person = market.admin) =>
  market.decide(dispute, who, verdict, 'appeal-decision');

/** A complaint that its seller left without an answer for 48 hours. */
async function silent(priceCents = 10_000): Promise<Dispute> {
  const dispute = await market.opened({ priceCents });
  await market.pass(48 * hour);
  return dispute;
}

async function appealed(priceCents = 10_000): Promise<Dispute> {
  const dispute = await silent(priceCents);
  const answer = await market.appeal(dispute, dispute.seller);
  expect(answer.status, answer.text).toBe(200);
  return dispute;
}

async function balanceOf(kind: string, { id }: { id: number }): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(credits - debits), 0)::int as cents from money.accounts
    where kind = ${kind} and case_id = ${id}`.execute(market.sales.db);
  return rows[0]!.cents;
}
async function lettersOf(who: Person): Promise<string> {
  await market.sales.drain();
  const { data } = await market.sales.request('GET', '/notifications', { token: who.token });
  return JSON.stringify(data.items);
}

const fund = () => balanceOf('guarantee_fund', { id: 0 });

test('a buyer whose seller does not answer is refunded at 48 hours, not after the appeal time (R04)', async () => {
  const dispute = await market.opened();
  await market.pass(48 * hour - minute);
  expect((await market.told(dispute)).back).toBe(0);
  await market.pass(minute);
  expect(await market.told(dispute)).toEqual({ told: paidOut, back: dispute.totalCents });
  const { rows } = await sql<{ state: string }>`
    select r.state from refunds r join orders o on o.id = r.order_id where o.hash = ${dispute.hash}`.execute(
    market.sales.db,
  );
  expect(rows).toEqual([{ state: 'completed' }]);
  expect(await market.seen(dispute)).toMatchObject({ result: 'full', paidCents: dispute.totalCents });
  await market.pass(72 * hour);
  expect(await market.told(dispute)).toEqual({
    told: 'closed, refunded, reversed',
    back: dispute.totalCents,
  });
});

test('the letters say that the refund is on its way, and tell the seller what an appeal can still achieve', async () => {
  const dispute = await silent();
  expect(await lettersOf(dispute.buyer)).toContain('já estão voltando para você');
  expect(await lettersOf(dispute.buyer)).not.toContain('Recurso até');
  expect(await lettersOf(dispute.seller)).toContain('fundo de garantia');
});

test('the seller may appeal for 72 hours and the buyer keeps the money whatever the decision (R08, R04)', async () => {
  const dispute = await appealed();
  expect((await market.seen(dispute, dispute.buyer)).actions).toEqual([
    expect.objectContaining({ event: 'add_file' }),
  ]);
  const before = await fund();
  const answer = await judge(dispute, { result: 'release' });
  expect(answer.status, answer.text).toBe(200);
  expect(await market.told(dispute)).toEqual({ told: 'closed, refunded, reversed', back: 10_000 });
  const net = await balanceOf('available', dispute.seller);
  expect(net).toBeGreaterThan(8_000);
  expect(before - (await fund())).toBe(net);
  expect(await balanceOf('recoverable', dispute.buyer)).toBe(0);
  const seen = await market.seen(dispute, dispute.seller);
  expect(seen).toMatchObject({ ending: 'appeal_decided', result: 'release', refundCents: 10_000 });
  expect(seen.decisions.at(-1)).toMatchObject({ compensationCents: net, buyerDebtCents: null });
  expect((await market.seen(dispute)).decisions.at(-1)).toMatchObject({
    compensationCents: null,
    buyerDebtCents: 0,
  });
});

test.each([
  [{ result: 'full' }, 0],
  [{ result: 'partial', percent: 40 }, 6_000],
  [{ result: 'split' }, 5_000],
])('an appeal decided as %o pays the seller the amount they would have kept', async (verdict, staysCents) => {
  const dispute = await appealed();
  expect((await judge(dispute, verdict)).status).toBe(200);
  const { rows } = await sql<{ net: number }>`
    select (${staysCents}::bigint - money.commission_of(${staysCents}::bigint, commission_bps, min_commission_cents,
      max_commission_cents))::int as net from orders where hash = ${dispute.hash}`.execute(market.sales.db);
  expect(await balanceOf('available', dispute.seller)).toBe(staysCents === 0 ? 0 : rows[0]!.net);
});

test('only a decision that states abuse makes the buyer owe the amount that the fund paid', async () => {
  const dispute = await appealed();
  expect((await judge(dispute, { result: 'release', buyerAbuse: true })).status).toBe(200);
  const net = await balanceOf('available', dispute.seller);
  expect(await balanceOf('recoverable', dispute.buyer)).toBe(-net);
  expect((await market.seen(dispute)).decisions.at(-1)).toMatchObject({ buyerDebtCents: net });
  expect(await lettersOf(dispute.buyer)).toContain('houve abuso. Você deve');
});

test('abuse is refused for decisions where it has no effect', async () => {
  const dispute = await appealed();
  expect((await judge(dispute, { result: 'full', buyerAbuse: true })).body.errors).toMatchObject({
    buyerAbuse: expect.stringContaining('não recebe nada'),
  });
  const waiting = await market.decided({ result: 'full' });
  await market.appeal(waiting, waiting.seller);
  const other = await market.sales.user({ role: 'admin' });
  expect((await judge(waiting, { result: 'release', buyerAbuse: true }, other)).body.errors).toMatchObject({
    buyerAbuse: expect.stringContaining('Só'),
  });
});

test('a replacement is no longer possible, and support cannot decide', async () => {
  const dispute = await appealed();
  expect((await judge(dispute, { result: 'replacement' })).body.errors).toMatchObject({
    result: expect.stringContaining('O valor já voltou'),
  });
  expect((await judge(dispute, { result: 'release' }, market.support)).body.code).toBe('forbidden');
});

test('a refunded buyer cannot withdraw the complaint and with it the appeal (R11)', async () => {
  const dispute = await silent();
  expect((await market.call(dispute, dispute.buyer, 'withdrawal')).body).toMatchObject({
    code: 'wrong_state',
    detail: expect.stringContaining('já voltou'),
  });
  await expect(
    sql`select transition_complaint(${dispute.complaintId}, (select state_seq from complaints where id = ${dispute.complaintId}),
      'withdraw', 'decided', 'closed', 'buyer', ${dispute.buyer.id}, market_now(), null, null, null, '{}', 'withdrawn',
      null, 0)`.execute(market.sales.db),
  ).rejects.toThrow('has been paid');
  expect((await market.appeal(dispute, dispute.buyer)).status).toBe(403);
});

test('a seller who accepts ends it, and one who appeals after 72 hours is too late', async () => {
  const [accepts, late] = [await silent(), await silent()];
  await market.act(accepts, accepts.seller, 'acceptance');
  expect(await market.stateOf(accepts)).toBe('closed');
  await market.sales.moveClock(72 * hour);
  expect((await market.appeal(late, late.seller)).status).toBe(409);
});

test('PostgreSQL pays no other amount, to no one else and not twice', async () => {
  const dispute = await appealed();
  const ruling = (result: string, refund: number, pays: number, owes = 0) =>
    sql`insert into complaint_decisions (complaint_id, instance, result, refund_cents, grounds, rule, decided_by,
        compensation_cents, buyer_debt_cents)
      values (${dispute.complaintId}, 'appeal', ${result}, ${refund}, ${words}, 'CDC', ${market.admin.id}, ${pays},
        ${owes})`.execute(market.sales.db);
  await expect(ruling('release', 0, 10_000)).rejects.toThrow('is not what the seller would have got');
  await expect(ruling('replacement', 0, 0)).rejects.toThrow('the order is over');
  const { rows } = await sql<{ net: number }>`
    select (10000 - money.commission_of(10000, commission_bps, min_commission_cents, max_commission_cents))::int as net
    from orders where hash = ${dispute.hash}`.execute(market.sales.db);
  const net = rows[0]!.net;
  await expect(ruling('release', 0, net, 1)).rejects.toThrow('complaint_decisions_debt');
  await expect(ruling('release', 0, net)).rejects.toThrow('the fund paid another amount than was decided');
  const post = sql`select money.post('compensation:order:' || o.id, 'compensation', o.id, null,
      array['guarantee_fund', 'available'], array[0, o.seller_id], array[1], array[2], array[100::bigint])
    from orders o where o.hash = ${dispute.hash}`;
  await expect(post.execute(market.sales.db)).rejects.toThrow(
    'the fund paid another amount than was decided',
  );
  // What a person decided, and no silence, is paid when nobody can contest it any more.
  const decided = await market.decided({ result: 'full' });
  await expect(
    sql`update complaints set paid_cents = refund_cents where id = ${decided.complaintId}`.execute(
      market.sales.db,
    ),
  ).rejects.toThrow('is contested');
});
