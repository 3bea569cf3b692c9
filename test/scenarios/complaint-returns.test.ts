import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultShippingRules } from '#domain/shipping/settings.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import { day, hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { returnsOf } from '#test/shipping/returns.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let complaints: Complaints;
let market: ReturnType<typeof returnsOf>;
beforeAll(async () => {
  stage = await openStage();
  ({ complaints } = stage);
  market = returnsOf(stage);
});
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const refunded = { order: 'refunded', money: 'reversed', backCents: 12_000 };
const goesOn = { order: 'completed', money: 'released', backCents: 0 };
const damaged = { reason: 'damaged', wish: 'full' };

/** The sides agree that it comes back: the seller proposes, the buyer accepts. */
async function agreed(sale: Placed): Promise<Dispute> {
  const dispute = await complaints.complain(sale, damaged);
  await complaints.act(dispute, dispute.seller, 'answer', { words: note.repeat(2) });
  const id = await complaints.proposed(dispute, dispute.seller, { kind: 'return' });
  const answer = await complaints.answerProposal(dispute, dispute.buyer, id);
  expect(answer.status, answer.text).toBe(200);
  return dispute;
}

/** Staff decide that everything goes back after the return. */
async function decided(sale: Placed, verdict: object = { result: 'return' }): Promise<Dispute> {
  const dispute = await complaints.complain(sale, damaged);
  await complaints.act(dispute, dispute.seller, 'answer', { words: note.repeat(2) });
  await stage.moveClock(24 * hour);
  await complaints.act(dispute, dispute.buyer, 'mediation');
  const answer = await complaints.decide(dispute, stage.admin, verdict);
  expect(answer.status, answer.text).toBe(200);
  return dispute;
}

/** An agreed return whose label was made. */
async function labelled(): Promise<Dispute> {
  const dispute = await agreed(await market.delivered());
  await market.act(dispute, dispute.buyer, 'return/label');
  return dispute;
}

const resultOf = async (dispute: Dispute) => {
  const { state, result, ending, refundCents } = await complaints.seen(dispute);
  return { state, result, ending, refundCents };
};

test('an agreed return: posted it stays open, and 48 hours after the delivery everything goes back (S11)', async () => {
  const before = await market.account('freight_payable');
  const dispute = await labelled();
  expect(await resultOf(dispute)).toEqual({
    state: 'closed',
    result: 'return',
    ending: 'agreed',
    refundCents: 12_000,
  });
  expect((await stage.view(dispute, dispute.buyer)).deal).toMatchObject({
    stoppedBy: 'return',
    return: { state: 'to_post', reason: 'agreement', way: 'label', paidBy: 'seller' },
  });
  await market.reportBack(dispute, 'posted');
  expect(await stage.standing(dispute)).toMatchObject({ order: 'delivered', money: 'blocked', backCents: 0 });
  expect(await market.read(dispute, dispute.buyer)).toMatchObject({ state: 'posted', dueEvent: 'lose' });
  expect((await market.account('freight_payable')) - before).toBe(4_000);
  await market.reportBack(dispute, 'delivered');
  await stage.pass(47 * hour);
  expect(await market.read(dispute, dispute.seller)).toMatchObject({
    state: 'checking',
    actions: ['accept', 'contest'],
  });
  await stage.pass(hour);
  expect(await stage.standing(dispute)).toEqual(refunded);
  expect(await resultOf(dispute)).toMatchObject({ result: 'return', ending: 'agreed' });
});

test('a decision with return waits for its appeal, then the buyer returns and the seller pays the way back', async () => {
  await stage.setRules({ shipping: { ...defaultShippingRules, returnFreight: 'platform' } });
  const sale = await market.delivered();
  const agreement = await agreed(await market.delivered());
  await stage.setRules({ shipping: defaultShippingRules });
  const dispute = await decided(sale);
  expect(await complaints.stateOf(dispute)).toBe('decided');
  expect(await market.read(dispute, dispute.buyer)).toBeNull();
  expect((await complaints.appeal(dispute, dispute.buyer)).status).toBe(403);
  await complaints.act(dispute, dispute.seller, 'acceptance');
  expect(await market.read(dispute, dispute.buyer)).toMatchObject({ reason: 'complaint', paidBy: 'seller' });
  expect(await market.read(agreement, agreement.buyer)).toMatchObject({ paidBy: 'platform' });
  await market.act(dispute, dispute.buyer, 'return/label');
  await market.reportBack(dispute, 'posted');
  await market.reportBack(dispute, 'delivered');
  await market.act(dispute, dispute.seller, 'return/receipt');
  expect(await stage.standing(dispute)).toEqual(refunded);
  await market.act(agreement, agreement.buyer, 'return/cancellation');
});

test('a complaint after the conclusion takes everything back from the released money', async () => {
  const sale = await market.delivered();
  await market.act(sale, sale.buyer, 'confirmation');
  await stage.pass(6 * day);
  const dispute = await agreed(sale);
  expect(await stage.standing(dispute)).toMatchObject({ order: 'completed', money: 'blocked' });
  await market.act(dispute, dispute.buyer, 'return/label');
  await market.reportBack(dispute, 'posted');
  await market.reportBack(dispute, 'delivered');
  await stage.pass(48 * hour);
  expect(await stage.standing(dispute)).toEqual(refunded);
});

test('a return of a complaint that is not posted within seven days ends for the seller, and the sale goes on', async () => {
  const dispute = await labelled();
  await stage.pass(9.5 * day);
  expect(await market.read(dispute, dispute.buyer)).toMatchObject({ state: 'lapsed', actions: [] });
  expect(await resultOf(dispute)).toEqual({
    state: 'closed',
    result: 'release',
    ending: 'return_failed',
    refundCents: 0,
  });
  const { timeline } = await complaints.seen(dispute);
  expect(timeline.at(-1)).toMatchObject({ event: 'end_return', actor: 'system' });
  await stage.pass(11 * day);
  expect(await stage.standing(dispute)).toEqual(goesOn);
});

test('the buyer keeps the thing after all: the complaint ends without a refund', async () => {
  const dispute = await labelled();
  await market.act(dispute, dispute.buyer, 'return/cancellation');
  expect(await resultOf(dispute)).toMatchObject({ result: 'release', ending: 'return_failed' });
  await stage.pass(11 * day);
  expect(await stage.standing(dispute)).toEqual(goesOn);
});

test('a return of a complaint without a label: the seller is silent for 48 hours after the expected day', async () => {
  const dispute = await agreed(await market.receivedByTable());
  await market.act(dispute, dispute.buyer, 'return/posting', { carrier: 'correios', trackingCode: null });
  expect(await market.read(dispute, dispute.buyer)).toMatchObject({ state: 'posted', dueEvent: 'arrive' });
  await stage.pass(25 * day);
  await stage.pass(3 * day);
  expect(await stage.standing(dispute)).toMatchObject({ order: 'refunded', backCents: dispute.totalCents });
});

test('a picked up thing is handed back, and the seller is silent for 48 hours', async () => {
  const sale = await market.parcels.pickupPaid({ priceCents: 10_000 });
  const { code } = (await stage.view(sale, sale.buyer)).deal.pickup;
  await market.act(sale, sale.seller, 'handover', { code });
  const dispute = await agreed(sale);
  await market.act(dispute, dispute.buyer, 'return/handover');
  await stage.pass(48 * hour);
  expect(await stage.standing(dispute)).toEqual({ ...refunded, backCents: 10_000 });
});

test.each([
  ['for the buyer', { decision: 'approve' }, refunded, { result: 'return', ending: 'agreed' }],
  ['for the seller', { decision: 'reject' }, goesOn, { result: 'release', ending: 'return_failed' }],
  [
    'in part',
    { decision: 'approve', amountCents: 4_000 },
    { ...goesOn, backCents: 4_000 },
    { result: 'partial', ending: 'agreed', refundCents: 4_000 },
  ],
])('staff decide a contested return of a complaint %s', async (_, decision, end, told) => {
  const dispute = await labelled();
  await market.reportBack(dispute, 'posted');
  await market.reportBack(dispute, 'delivered');
  await market.contest(dispute);
  await decideReturn(dispute, decision);
  await stage.pass(11 * day);
  expect(await stage.standing(dispute)).toEqual(end);
  expect(await resultOf(dispute)).toMatchObject(told);
});

async function decideReturn(sale: Placed, body: object): Promise<void> {
  const { id } = await stage.lastRefund(sale);
  await stage.does(stage.admin, `/staff/refunds/${id}/decision`, { note, ...body });
}

test('a return of a complaint that its carrier loses is refunded at once (S16)', async () => {
  const dispute = await labelled();
  await market.reportBack(dispute, 'posted');
  await market.reportBack(dispute, 'lost');
  expect(await stage.standing(dispute)).toEqual(refunded);
  const read = await market.read(dispute, dispute.seller);
  expect(read).toMatchObject({ state: 'completed', outcome: 'full', parcelState: 'lost' });
  expect(read.nextStep).toMatch(/perdeu o pacote/);
});

test('a return without any news counts as lost ten business days after it should have arrived (S07)', async () => {
  const dispute = await labelled();
  await market.reportBack(dispute, 'posted');
  await stage.pass(12 * day);
  expect(await stage.standing(dispute)).toMatchObject({ order: 'delivered', backCents: 0 });
  await stage.pass(30 * day);
  expect(await stage.standing(dispute)).toEqual(refunded);
  expect(await market.read(dispute, dispute.buyer)).toMatchObject({ parcelState: 'lost' });
});

test('a return of a complaint that bounces goes to staff with the way of its parcel', async () => {
  const dispute = await labelled();
  await market.reportBack(dispute, 'posted');
  await market.reportBack(dispute, 'returning');
  expect((await market.read(dispute, dispute.buyer)).nextStep).toMatch(/voltando para você/);
  await market.reportBack(dispute, 'returned');
  expect(await market.read(dispute, dispute.seller)).toMatchObject({
    state: 'contested',
    contest: null,
    actions: [],
    nextStep: expect.stringContaining('voltou para quem comprou'),
  });
  const { data } = await stage.request('GET', '/staff/refunds', { token: stage.admin.token });
  const row = data.items.find(({ order }: { order: { hash: string } }) => order.hash === dispute.hash);
  expect(row.contested).toMatchObject({ words: null, files: [] });
  expect(row.contested.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'returned',
    'returning',
    'posted',
  ]);
  await decideReturn(dispute, { decision: 'reject' });
  await stage.pass(11 * day);
  expect(await stage.standing(dispute)).toEqual(goesOn);
});

test('a refunded return that comes back to its buyer moves no money, and staff see the contradiction (S15)', async () => {
  const sale = await market.delivered();
  await market.regret(sale);
  await market.act(sale, sale.buyer, 'return/label');
  await market.reportBack(sale, 'posted');
  await market.reportBack(sale, 'returned');
  expect(await stage.standing(sale)).toEqual(refunded);
  const list = () => stage.request('GET', '/staff/shipments?tab=contradicoes', { token: stage.admin.token });
  const ids = async () => (await list()).data.items.map(({ id }: { id: number }) => id);
  expect(await ids()).toContain(sale.id);
  const order = await stage.request('GET', `/staff/orders/${sale.id}`, { token: stage.admin.token });
  expect(order.data.shipment.back).toMatchObject({ state: 'completed', parcelState: 'returned' });
  expect((await market.read(sale, sale.seller)).nextStep).toMatch(/voltou para quem comprou/);
  await stage.does(stage.admin, `/staff/orders/${sale.hash}/contradiction-settlement`, { reason: note });
  expect(await ids()).not.toContain(sale.id);
});

test('reports of a complaint’s return that come late, twice and backwards move its money once', async () => {
  const dispute = await labelled();
  const start = (await market.now()).getTime();
  await stage.moveClock(5 * day);
  const at = (hours: number) => new Date(start + hours * hour);
  await market.reportBack(dispute, 'delivered', at(96));
  await market.reportBack(dispute, 'posted', at(24));
  await market.reportBack(dispute, 'posted', at(24));
  await market.reportBack(dispute, 'delivered', at(96));
  await stage.pass(48 * hour);
  expect(await stage.standing(dispute)).toEqual(refunded);
});

test('twenty answers to one proposal open one return', async () => {
  const dispute = await complaints.complain(await market.delivered(), damaged);
  await complaints.act(dispute, dispute.seller, 'answer', { words: note.repeat(2) });
  const id = await complaints.proposed(dispute, dispute.buyer, { kind: 'return' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => complaints.answerProposal(dispute, dispute.seller, id)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from returns
    where order_id = ${dispute.id}`.execute(stage.db);
  expect(rows[0]!.count).toBe(1);
  await market.act(dispute, dispute.buyer, 'return/cancellation');
});

test('the seller’s word, the carrier and the clock at once end a complaint’s return in one way', async () => {
  const dispute = await labelled();
  await market.reportBack(dispute, 'posted');
  await market.reportBack(dispute, 'delivered');
  await stage.moveClock(48 * hour + 1_000);
  await Promise.all([
    market.askBack(dispute),
    stage.drain(),
    ...Array.from({ length: 8 }, () => market.tryDo(dispute, dispute.seller, 'return/receipt')),
  ]);
  expect(await stage.standing(dispute)).toEqual(refunded);
});

test('a seller who refunds everything ends the return of a complaint, which stays won by the buyer', async () => {
  const dispute = await labelled();
  await market.act(dispute, dispute.seller, 'refunds', { amountCents: dispute.totalCents, note });
  expect(await stage.standing(dispute)).toEqual(refunded);
  expect(await market.read(dispute, dispute.buyer)).toMatchObject({ state: 'cancelled' });
  expect(await resultOf(dispute)).toMatchObject({ result: 'return', ending: 'agreed' });
});

test('what is not a thing, or was not received, is neither proposed nor decided as a return', async () => {
  const codes = await complaints.answered();
  const refusal = await complaints.call(codes, codes.seller, 'proposals', { kind: 'return' });
  expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([400, ['kind']]);
  expect((await complaints.seen(codes)).mayReturn).toBe(false);
  await stage.moveClock(24 * hour);
  await complaints.act(codes, codes.buyer, 'mediation');
  const verdict = await complaints.decide(codes, stage.admin, { result: 'return' });
  expect([verdict.status, Object.keys(verdict.body.errors)]).toEqual([400, ['result']]);
  await complaints.act(codes, codes.buyer, 'withdrawal');
});

test('an appeal of the seller alone does not turn a return into a refund without one (R09)', async () => {
  const dispute = await decided(await market.delivered());
  const appeal = await complaints.appeal(dispute, dispute.seller);
  expect(appeal.status, appeal.text).toBe(200);
  await stage.pass(72 * hour);
  const worse = await complaints.decide(dispute, stage.second, { result: 'full' }, 'appeal-decision');
  expect([worse.status, Object.keys(worse.body.errors)]).toEqual([400, ['result']]);
  const kept = await complaints.decide(dispute, stage.second, { result: 'return' }, 'appeal-decision');
  expect(kept.status, kept.text).toBe(200);
  expect(await market.read(dispute, dispute.buyer)).toMatchObject({ state: 'to_post', reason: 'complaint' });
  await market.act(dispute, dispute.buyer, 'return/cancellation');
});
