import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyIncidents } from '#server/incidents/jobs.ts';
import { returnSweeps } from '#server/refunds/returns/jobs.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { returnsOf } from '#test/shipping/returns.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

/** N03, S11: a contested return that staff do not decide is paid by the guarantee fund (decision 141). */

let stage: Stage;
let market: ReturnType<typeof returnsOf>;
beforeAll(async () => {
  stage = await openStage();
  market = returnsOf(stage);
});
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const own = { carrier: 'correios', trackingCode: null };

async function factsOf(sale: Placed) {
  const { rows } = await sql<{
    state: string;
    outcome: string;
    dueAt: Date | null;
    contestedAt: Date;
    refundId: number;
    postage: number;
    payments: number;
  }>`select t.state, t.outcome, t.due_at as "dueAt", t.contested_at as "contestedAt", t.refund_id as "refundId", t.id,
      t.postage_cents::int as postage,
      (select count(*)::int from fund_payments f where f.order_id = t.order_id) as payments
    from returns t where t.order_id = ${sale.id} order by t.id desc limit 1`.execute(stage.db);
  return rows[0]!;
}

const decide = async (sale: Placed, body: object = { decision: 'reject' }) =>
  stage.request('POST', `/staff/refunds/${(await factsOf(sale)).refundId}/decision`, {
    token: stage.admin.token,
    key: true,
    body: { note, ...body },
  });

/** Moves the clock to this time after the contest, and runs everything due. */
async function passTo(sale: Placed, afterContestMs: number): Promise<void> {
  const now = Date.parse((await stage.view(sale, sale.buyer)).now);
  const { contestedAt } = await factsOf(sale);
  await stage.moveClock(contestedAt.getTime() + afterContestMs - now);
  await stage.drain();
  await stage.drain();
}

const fund = () => market.account('guarantee_fund');

const fundPayments = async () =>
  (await stage.request('GET', '/staff/fund-payments', { token: stage.admin.token })).data;

async function notices({ token }: Person): Promise<string> {
  return JSON.stringify((await stage.request('GET', '/notifications', { token })).data.items);
}

test('silence to day 30: the fund refunds the buyer with the postage, the seller keeps the sale (N03, S11)', async () => {
  const sale = await market.contested();
  const [before, { postage }] = [await fund(), await factsOf(sale)];
  expect(postage).toBeGreaterThan(0);
  await passTo(sale, 30 * day - minute);
  expect(await stage.standing(sale)).toMatchObject({ money: 'blocked', backCents: 0 });
  const { waits, return: back } = (await stage.view(sale, sale.buyer)).deal;
  expect(waits).toMatchObject({ for: 'return_contest', afterwards: back.dueAt });
  expect(back).toMatchObject({ state: 'contested', dueEvent: 'pay_by_fund' });
  await passTo(sale, 30 * day);
  expect(await stage.standing(sale)).toMatchObject({ backCents: sale.totalCents });
  expect(await market.read(sale, sale.seller)).toMatchObject({
    state: 'completed',
    outcome: 'fund',
    decisionNote: null,
    nextStep: expect.stringContaining('a venda continua sua'),
  });
  expect(before - (await fund())).toBe(sale.totalCents + postage);
  expect((await stage.purse(sale.buyer)).purchaseCreditCents).toBe(postage);
  await stage.pass(20 * day);
  expect(await stage.standing(sale)).toEqual({
    order: 'completed',
    money: 'released',
    backCents: sale.totalCents,
  });
  const { rows } = await sql<{ net: number }>`select net_cents::int as net from settlements
    where order_id = ${sale.id}`.execute(stage.db);
  expect((await stage.purse(sale.seller)).availableCents).toBe(rows[0]!.net);
  expect(rows[0]!.net).toBeGreaterThan(8_000);
  expect(await notices(sale.buyer)).toContain('O fundo de garantia devolve');
  expect(await notices(sale.seller)).toContain('A venda continua sua');
});

test('a decision on day 29 wins, and the clock does nothing', async () => {
  const sale = await market.contested();
  await passTo(sale, 29 * day);
  expect((await decide(sale)).status).toBe(200);
  await passTo(sale, 33 * day);
  expect(await factsOf(sale)).toMatchObject({ outcome: 'none', payments: 0, dueAt: null });
  expect(await stage.standing(sale)).toMatchObject({ backCents: 0 });
});

test('a decision after day 30 is refused even before the sweep has run', async () => {
  const sale = await market.contested();
  await passTo(sale, 29 * day);
  await stage.moveClock(day + minute);
  const answer = await decide(sale, { decision: 'approve' });
  expect([answer.status, answer.body.code]).toEqual([409, 'already_decided']);
  expect(await factsOf(sale)).toMatchObject({ outcome: 'fund', payments: 1 });
});

test('of twenty decisions and sweeps at the very instant exactly one happens', async () => {
  const sale = await market.contested();
  await passTo(sale, 30 * day - 2_000);
  const decisions = Array.from({ length: 10 }, () => decide(sale));
  const clock = stage.moveClock(2_500);
  const sweeps = Array.from({ length: 10 }, () => returnSweeps[0]!.run(stage.ctx));
  const answers = await Promise.all(decisions);
  await Promise.all([clock, ...sweeps]);
  await stage.pass(minute);
  const decided = answers.filter(({ status }) => status === 200).length;
  const { payments, outcome } = await factsOf(sale);
  expect(decided + payments).toBe(1);
  expect(outcome).toBe(payments === 1 ? 'fund' : 'none');
});

test('an outage of five hours moves the deadline by exactly its length (N14)', async () => {
  const sale = await market.contested();
  const before = (await factsOf(sale)).dueAt!;
  const call = (path: string, body?: object) => stage.post(stage.admin, path, body);
  const startsAt = (await stage.view(sale, sale.buyer)).now;
  const declared = await call('/staff/incidents', {
    startsAt,
    words: 'As páginas de pedidos não abriram.',
    reason: 'O provedor de hospedagem caiu por completo.',
  });
  expect(declared.status, declared.text).toBe(200);
  await stage.moveClock(5 * hour);
  const ended = await call(`/staff/incidents/${declared.data.id}/end`);
  expect(ended.status, ended.text).toBe(200);
  await applyIncidents.run(stage.ctx);
  await stage.moveClock(2 * minute);
  await applyIncidents.run(stage.ctx);
  const lengthMs = Date.parse(ended.data.endsAt) - Date.parse(declared.data.startsAt);
  expect(Math.abs((await factsOf(sale)).dueAt!.getTime() - before.getTime() - lengthMs)).toBeLessThanOrEqual(
    1,
  );
  await passTo(sale, 30 * day + minute);
  expect((await factsOf(sale)).payments).toBe(0);
  await passTo(sale, 30 * day + lengthMs + minute);
  expect((await factsOf(sale)).payments).toBe(1);
});

test('an empty fund goes below zero, and no side waits for it', async () => {
  const sale = await market.contested();
  const before = await fund();
  const price = sale.totalCents;
  await passTo(sale, 30 * day);
  expect(before - price).toBeLessThan(0);
  expect(await fund()).toBeLessThan(0);
  expect(await stage.standing(sale)).toMatchObject({ backCents: price });
});

test('the return of a complaint ends by the fund: its buyer got everything, and neither side has lost', async () => {
  const sale = await market.receivedByTable();
  const { complaints } = stage;
  const dispute = await complaints.complain(sale, { reason: 'damaged', wish: 'full' });
  await complaints.act(dispute, dispute.seller, 'answer', { words: note.repeat(2) });
  const id = await complaints.proposed(dispute, dispute.seller, { kind: 'return' });
  expect((await complaints.answerProposal(dispute, dispute.buyer, id)).status).toBe(200);
  await market.act(sale, sale.buyer, 'return/posting', own);
  await market.contest(sale);
  await passTo(sale, 30 * day);
  expect(await stage.standing(sale)).toMatchObject({ backCents: sale.totalCents });
  expect(await complaints.seen(dispute)).toMatchObject({
    state: 'closed',
    result: 'return',
    ending: 'fund',
    refundCents: sale.totalCents,
  });
  expect((await complaints.open(dispute, { reason: 'other' })).status).toBe(409);
});

test('a parcel that went back to the buyer has the same final deadline', async () => {
  const sale = await market.delivered();
  const { complaints } = stage;
  const dispute = await complaints.complain(sale, { reason: 'damaged', wish: 'full' });
  await complaints.act(dispute, dispute.seller, 'answer', { words: note.repeat(2) });
  const id = await complaints.proposed(dispute, dispute.seller, { kind: 'return' });
  await complaints.answerProposal(dispute, dispute.buyer, id);
  await market.act(dispute, dispute.buyer, 'return/label');
  await market.reportBack(dispute, 'posted');
  await market.reportBack(dispute, 'returned');
  expect(await factsOf(sale)).toMatchObject({ state: 'contested', dueAt: expect.any(Date) });
  await passTo(sale, 30 * day);
  expect(await factsOf(sale)).toMatchObject({ outcome: 'fund', payments: 1 });
});

test('a return that staff already had when the rule came into force gets a day at least', async () => {
  const sale = await market.contested();
  await sql`update returns set due_at = null, due_event = null where order_id = ${sale.id}`.execute(stage.db);
  await passTo(sale, 40 * day);
  const { dueAt, contestedAt } = await factsOf(sale);
  expect(dueAt!.getTime() - contestedAt.getTime()).toBeGreaterThanOrEqual(41 * day);
  await passTo(sale, 41 * day + minute);
  expect(await factsOf(sale)).toMatchObject({ outcome: 'fund' });
});

test('PostgreSQL refuses a payment before the deadline, of another amount, or while the return goes on', async () => {
  const sale = await market.contested();
  const { rows } = await sql<{ id: number }>`select id from returns where order_id = ${sale.id}`.execute(
    stage.db,
  );
  const insert = (cents: number) =>
    sql`insert into fund_payments (order_id, cause, return_id, buyer_cents, seller_cents)
      values (${sale.id}, 'return', ${rows[0]!.id}, ${cents}, 0)`.execute(stage.db);
  const end = () =>
    sql`update returns set state = 'completed', outcome = 'fund', due_at = null, due_event = null,
      closed_at = market_now() where order_id = ${sale.id}`.execute(stage.db);
  await expect(insert(sale.totalCents)).rejects.toMatchObject({ constraint: 'fund_payment_early' });
  await expect(end()).rejects.toMatchObject({ constraint: 'return_refund' });
  await passTo(sale, 29 * day);
  await stage.moveClock(day + minute);
  await expect(insert(sale.totalCents - 1)).rejects.toMatchObject({ constraint: 'fund_payment_amount' });
  await expect(insert(sale.totalCents)).rejects.toMatchObject({ constraint: 'fund_payment_tie' });
  await stage.drain();
  await expect(insert(sale.totalCents)).rejects.toMatchObject({ constraint: 'fund_payment_early' });
});

test('staff see a return that the fund pays soon, and the payment afterwards', async () => {
  const before = await fundPayments();
  const sale = await market.contested();
  await passTo(sale, 28 * day);
  expect((await fundPayments()).dueSoon).toBe(before.dueSoon + 1);
  await passTo(sale, 30 * day);
  expect(await fundPayments()).toMatchObject({
    count: before.count + 1,
    dueSoon: before.dueSoon,
    items: expect.arrayContaining([
      expect.objectContaining({ cause: 'return', buyerCents: sale.totalCents, sellerCents: 0 }),
    ]),
  });
});
