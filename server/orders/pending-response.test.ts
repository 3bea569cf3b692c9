import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { afterBusinessDays, noClosedDays } from '#domain/business-days.ts';
import { orderProgress } from '#domain/orders/progress.ts';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { marketNow } from '#server/database/transaction.ts';

let market: Complaints;
beforeAll(async () => {
  market = await openComplaints();
});
afterAll(() => market.sales.close());

const rowOf = async (sale: Placed, who: Person) => {
  const path = who === sale.seller ? '/sales' : '/purchases';
  const { data } = await market.sales.request('GET', path, { token: who.token });
  return data.items.find(({ hash }: { hash: string }) => hash === sale.hash);
};
/** Reads list and order page for buyer and seller, and compares the staff lists with them. */
async function waits(sale: Placed) {
  const reasons = [];
  const underWay = await underWayToTeam(sale);
  for (const who of [sale.buyer, sale.seller]) {
    const row = await rowOf(sale, who);
    expect((await market.sales.view(sale, who)).deal.waits).toEqual(row.waits);
    expect(underWay).toEqual([orderProgress(row.state, row), orderProgress(row.state, row)]);
    reasons.push(row.waits);
  }
  return reasons;
}
/** Reads the staff page of an order and the staff list. */
async function underWayToTeam({ id }: Placed) {
  const { request } = market.sales;
  const { token } = market.admin;
  const { data: order } = await request('GET', `/staff/orders/${id}`, { token });
  const { data: list } = await request('GET', `/staff/orders?q=${order.code}`, { token });
  return [order.underWay, list.items[0].underWay];
}
const dueOf = async (dispute: Dispute) => (await market.seen(dispute)).due.at;
const caseOf = async ({ complaintId }: Dispute) =>
  (
    await sql<{ raised_at: Date }>`select raised_at from complaints where id = ${complaintId}`.execute(
      market.sales.db,
    )
  ).rows[0]!;
/** R07: five business days. */
const limitFrom = (from: string | Date) => afterBusinessDays(new Date(from), 5, noClosedDays).toISOString();

test('a request to cancel shows the seller’s deadline in both lists and disappears with the answer', async () => {
  const { sales } = market;
  const sale = await sales.paid();
  await sales.act(sale, sale.seller, 'delivery-start');
  expect(await waits(sale)).toEqual([null, null]);
  const asked = await sales.tryAct(sale, sale.buyer, 'cancellation-request', { note: words });
  expect(asked.status, asked.text).toBe(201);
  const until = (await sales.view(sale, sale.seller)).deal.cancellation.dueAt;
  const wait = { for: 'cancellation', until };
  expect(await waits(sale)).toEqual([wait, wait]);
  expect((await sales.refuseToCancel(sale, words)).status).toBe(200);
  expect(await waits(sale)).toEqual([null, null]);
});

test('a regret shows staff’s deadline in both lists, before and after the completion', async () => {
  const { sales, admin, post } = market;
  const sale = await sales.delivered({ codes: sales.codes(1) });
  await sales.act(sale, sale.buyer, 'reveal');
  expect(await waits(sale)).toEqual([null, null]);
  await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'original' });
  const [refund] = (await sales.view(sale, sale.buyer)).deal.refunds;
  const wait = { for: 'regret', until: refund.expectedBy };
  expect(await waits(sale)).toEqual([wait, wait]);
  await sales.act(sale, sale.buyer, 'confirmation');
  expect(await waits(sale)).toEqual([wait, wait]);
  const decided = await post(admin, `/staff/refunds/${refund.id}/decision`, {
    decision: 'reject',
    note: words,
  });
  expect(decided.status, decided.text).toBe(200);
  expect(await waits(sale)).toEqual([null, null]);
});

test('a complaint shows its pending response in both lists, from the answer to the end', async () => {
  const { sales, act, admin, post } = market;
  const dispute = await market.opened({ stock: 3 });
  const answer = { for: 'answer', until: await dueOf(dispute) };
  expect(await waits(dispute)).toEqual([answer, answer]);

  await act(dispute, dispute.seller, 'answer', { words });
  const agreement = { for: 'agreement', until: await dueOf(dispute) };
  expect(await waits(dispute)).toEqual([agreement, agreement]);

  await sales.moveClock(24 * hour);
  await act(dispute, dispute.buyer, 'mediation');
  const { openedAt, mediatedAt } = await market.seen(dispute);
  const raisedAt = new Date(Date.parse(openedAt) + 15 * day);
  const team = { for: 'team', until: limitFrom(mediatedAt), afterwards: raisedAt.toISOString() };
  expect(await waits(dispute)).toEqual([team, team]);

  const ask = { side: 'seller', words: 'Mande a tela em que o código foi gerado.' };
  const asked = await post(admin, `/staff/complaints/${dispute.complaintId}/requests`, ask);
  expect(asked.status, asked.text).toBeLessThan(300);
  const [request] = (await market.seen(dispute)).requests;
  expect(await waits(dispute)).toEqual([team, { for: 'request', until: request.answerBy }]);
  await act(dispute, dispute.seller, `requests/${request.id}/answer`, { words });
  expect(await waits(dispute)).toEqual([team, team]);

  const decided = await market.decide(dispute, admin, { result: 'release' });
  expect(decided.status, decided.text).toBe(200);
  const appeal = { for: 'appeal', until: await dueOf(dispute) };
  expect(await waits(dispute)).toEqual([appeal, appeal]);

  await act(dispute, dispute.buyer, 'acceptance');
  expect(await waits(dispute)).toEqual([null, null]);
});

test('a case escalated to an admin shows their deadline, and an appeal the deadline of its decision (N12)', async () => {
  const dispute = await market.mediated();
  await market.pass(14 * day);
  const { raised_at: raisedAt } = await caseOf(dispute);
  // The guarantee fund pays then (N03).
  const taken = { for: 'admin', until: limitFrom(raisedAt), afterwards: await dueOf(dispute) };
  expect(await waits(dispute)).toEqual([taken, taken]);

  await market.decide(dispute, market.admin, { result: 'split' });
  const until = await dueOf(dispute);
  await market.appeal(dispute, dispute.buyer);
  expect(await waits(dispute)).toEqual([
    { for: 'second_appeal', until },
    { for: 'rejoinder', until },
  ]);
  await market.pass(72 * hour);
  const judged = {
    for: 'judgement',
    until: new Date(Date.parse(until) + 72 * hour).toISOString(),
    afterwards: await dueOf(dispute),
  };
  expect(await waits(dispute)).toEqual([judged, judged]);
});

test('an agreement with a later deadline waits for the seller, then for the buyer', async () => {
  const dispute = await market.answered({}, { reason: 'incomplete' });
  const id = await market.proposed(dispute, dispute.seller, {
    kind: 'fix',
    words,
    promiseBy: new Date((await marketNow(market.sales.db)).getTime() + 48 * hour).toISOString(),
  });
  const [asked, waiting] = await waits(dispute);
  expect([asked.for, waiting.for]).toEqual(['proposal', 'reply']);
  expect(asked.until, 'the proposal lapses before the team comes').toBe(waiting.until);
  expect(Date.parse(asked.until)).toBeLessThan(Date.parse(await dueOf(dispute)));
  expect((await market.answerProposal(dispute, dispute.buyer, id)).status).toBe(200);
  const promise = { for: 'promise', until: (await market.seen(dispute)).promise.by };
  expect(await waits(dispute)).toEqual([promise, promise]);
  await market.act(dispute, dispute.seller, 'fulfilment', { words });
  const check = { for: 'check', until: await dueOf(dispute) };
  expect(await waits(dispute)).toEqual([check, check]);
});

test('an open refund shows in the list until when it arrives, and a finished one when it arrived', async () => {
  const { sales } = market;
  const sale = await sales.paid();
  expect(await rowOf(sale, sale.buyer)).toMatchObject({ refund: null, closedAt: null });
  await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  const { deal } = await sales.view(sale, sale.buyer);
  const [{ expectedBy, destination }] = deal.refunds;
  expect(await rowOf(sale, sale.buyer)).toMatchObject({
    refund: expectedBy && { by: expectedBy, destination },
    closedAt: deal.closedAt,
  });
});

test('staff lists show the same progress of an order as its sides see', async () => {
  const { sales, admin, post } = market;
  const sale = await sales.paid();
  expect(await underWayToTeam(sale)).toEqual([null, null]);
  const note = 'O cartão é de outra pessoa.';
  await post(admin, `/staff/orders/${sale.id}/analysis`, { reason: 'stolen_means', note });
  expect((await waits(sale)).map(({ for: wait }) => wait)).toEqual(['analysis', 'analysis']);
  await post(admin, `/staff/orders/${sale.id}/analysis-release`, { note: 'Conferido com o banco.' });
  expect(await waits(sale)).toEqual([null, null]);

  vi.spyOn(sales.bank, 'refund').mockRejectedValueOnce(new Error('timeout'));
  await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
  expect((await rowOf(sale, sale.buyer)).refund).not.toBeNull();
  expect(await underWayToTeam(sale)).toEqual(['refund', 'refund']);
  await market.pass(2 * hour);
  expect((await rowOf(sale, sale.buyer)).refund).toBeNull();
  expect(await underWayToTeam(sale)).toEqual([null, null]);
});
