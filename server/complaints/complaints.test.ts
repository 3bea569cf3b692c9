import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { proposalMachine } from '#domain/complaints/outcomes.ts';
import { complaintInStateEvents, complaintMachine } from '#domain/complaints/complaints.ts';
import { transitionsOf } from '#domain/machine.ts';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import { day, hour, minute } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

interface Edge {
  event: string;
  actor: string;
  from: string;
  to: string;
}

const sorted = (rows: readonly Edge[]) =>
  rows.map(({ event, actor, from, to }) => `${event} ${actor} ${from} ${to}`).toSorted();

test.each([
  ['complaint', [...transitionsOf(complaintMachine), ...actEdges()]],
  ['proposal', transitionsOf(proposalMachine)],
])('the database has the same transitions of a %s as the state machine', async (noun, known) => {
  const { rows } =
    await sql<Edge>`select event, actor, from_state as "from", to_state as "to" from case_transitions
    where noun = ${noun}`.execute(market.sales.db);
  expect(sorted(rows)).toEqual(sorted(known));
});

/** An act stays in its state. */
function actEdges(): Edge[] {
  return Object.entries(complaintInStateEvents).flatMap(([event, { by, in: states }]) =>
    states.flatMap((state) => by.map((actor) => ({ event, actor, from: state, to: state }))),
  );
}

test('a complaint blocks the order and its money, and both sides are notified (R01, P19)', async () => {
  const dispute = await market.opened();
  expect(await market.told(dispute)).toEqual({ told: 'open, in_complaint, blocked', back: 0 });
  const [mine, theirs] = [await market.seen(dispute), await market.seen(dispute, dispute.seller)];
  expect(mine).toMatchObject({
    state: 'open',
    reason: 'invalid_code',
    words,
    due: { event: 'presume_silent' },
  });
  expect(Date.parse(mine.due.at) - Date.parse(mine.openedAt)).toBe(48 * hour);
  expect(theirs.viewerIs).toBe('seller');
  expect(await market.notices(dispute.seller)).toContain('Você recebeu uma reclamação');
  expect(await market.notices(dispute.buyer)).toContain('Reclamação aberta');
  await market.sales.moveClock(80 * hour);
  // The order's own clock would have concluded it by now.
  expect(await market.sales.stateOf(dispute)).toBe('in_complaint');
});

test('the buyer may open a complaint from delivery or a missed promise to the end of the warranty', async () => {
  const sale = await market.sales.paid({ promisedHours: 24 });
  const why = async (body: object = {}) => (await market.open(sale, body)).body;
  expect(await why()).toMatchObject({ code: 'wrong_state', meta: { why: 'wrong_state' } });
  await market.sales.act(sale, sale.seller, 'delivery-start');
  expect(await why()).toMatchObject({
    code: 'wrong_state',
    meta: { why: 'too_early', allowed: expect.any(Array) },
  });
  await market.sales.moveClock(24 * hour + 1_000);
  expect((await market.list(sale, sale.buyer)).opening).toMatchObject({ allowed: true, because: null });
  expect((await market.open(sale, { reason: 'late' })).status).toBe(201);
  const late = await market.sales.delivered();
  await market.sales.act(late, late.buyer, 'confirmation');
  await market.sales.moveClock(7 * day + 1_000);
  expect((await market.open(late)).body).toMatchObject({
    code: 'wrong_state',
    meta: { why: 'too_late', allowed: ['regret'] },
  });
});

test('a complaint by the seller, by a stranger or with too short a text is refused', async () => {
  const sale = await market.sales.delivered();
  const body = { reason: 'other', wish: 'full', words };
  expect((await market.post(sale.seller, `/orders/${sale.hash}/complaints`, body)).body.code).toBe(
    'forbidden',
  );
  expect((await market.post(await market.sales.user(), `/orders/${sale.hash}/complaints`, body)).status).toBe(
    404,
  );
  expect((await market.open(sale, { words: 'Não gostei.' })).body).toMatchObject({
    status: 400,
    errors: { words: 'Escreva pelo menos 30 letras.' },
  });
  expect((await market.open(sale, { reason: 'raiva' })).body.errors).toMatchObject({
    reason: 'Escolha o motivo.',
  });
});

test('an order has one open complaint, even when twenty are opened at once, and none twice for one reason (R11)', async () => {
  const sale = await market.sales.delivered();
  const answers = await Promise.all(Array.from({ length: 20 }, () => market.open(sale)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'complaint_open')).toHaveLength(19);
  const dispute = { ...sale, complaintId: answers.find(({ status }) => status === 201)!.data.id };
  await market.act(dispute, dispute.buyer, 'withdrawal');
  expect((await market.told(dispute)).told).toBe('closed, delivered, in_escrow');
  expect((await market.open(sale)).body).toMatchObject({ status: 409, code: 'complaint_repeated' });
  expect((await market.open(sale, { reason: 'incomplete' })).status).toBe(201);
});

test('a withdrawn complaint gives the order its remaining time back (P21)', async () => {
  const dispute = await market.opened();
  const before = (await market.sales.view(dispute, dispute.buyer)).deal.dueAt;
  expect(before).toBeNull();
  await market.sales.moveClock(30 * hour);
  await market.act(dispute, dispute.buyer, 'withdrawal');
  const { deal, state, now } = await market.sales.view(dispute, dispute.buyer);
  expect(state).toBe('delivered');
  expect((Date.parse(deal.dueAt) - Date.parse(now)) / hour).toBeCloseTo(72, 0);
});

test('the seller is reminded at 24 and 42 hours; after 48 without an answer everything is refunded (R04, P22)', async () => {
  const dispute = await market.opened();
  await market.pass(24 * hour);
  await market.pass(18 * hour);
  const reminders = async () =>
    (await market.notices(dispute.seller)).filter((title) => title === 'Responda à reclamação').length;
  expect(await reminders()).toBe(2);
  await market.pass(6 * hour);
  expect(await market.told(dispute)).toEqual({
    told: 'decided, refunded, reversed',
    back: dispute.totalCents,
  });
  expect(await market.seen(dispute)).toMatchObject({
    result: 'full',
    refundCents: dispute.totalCents,
    decisions: [{ instance: 'first', byDeadline: true }],
  });
  await market.pass(72 * hour);
  expect(await market.told(dispute)).toEqual({
    told: 'closed, refunded, reversed',
    back: dispute.totalCents,
  });
  expect(await market.notices(dispute.buyer)).toContain('A reclamação foi decidida');
});

test('a sweep that runs days late, twice or in batches of ten has the same result as one in time', async () => {
  const dispute = await market.opened();
  await market.sales.moveClock(60 * hour);
  await Promise.all(Array.from({ length: 10 }, () => market.sales.drain()));
  expect(await market.stateOf(dispute)).toBe('decided');
  const titles = await market.notices(dispute.seller);
  expect(titles.filter((title) => title === 'Responda à reclamação')).toHaveLength(0);
  expect(titles.filter((title) => title === 'A reclamação foi decidida')).toHaveLength(1);
});

test('a seller may answer until the last minute of 48 hours, and not after, however late the sweep runs (R02, R04)', async () => {
  const [inTime, late] = [await market.opened(), await market.opened()];
  await market.sales.moveClock(48 * hour - minute);
  expect((await market.call(inTime, inTime.seller, 'answer', { words })).status).toBe(200);
  await market.sales.moveClock(minute);
  expect((await market.call(late, late.seller, 'answer', { words })).body).toMatchObject({
    status: 409,
    code: 'wrong_state',
    detail: expect.stringContaining('O prazo para responder acabou'),
    meta: { state: 'decided', allowed: ['appeal', 'concede'] },
  });
  await market.pass(0);
  expect([await market.stateOf(inTime), await market.stateOf(late)]).toEqual(['negotiating', 'decided']);
});

test('the losing side may appeal until the last minute of 72 hours, and not after (R08)', async () => {
  const inTime = await market.decided({ result: 'full' });
  await market.sales.moveClock(72 * hour - minute);
  expect((await market.appeal(inTime, inTime.seller)).status).toBe(200);
  const late = await market.decided({ result: 'full' });
  await market.sales.moveClock(72 * hour);
  expect((await market.appeal(late, late.seller)).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining('O prazo para recorrer acabou'),
  });
  await market.pass(0);
  expect(await market.told(late)).toEqual({ told: 'closed, refunded, reversed', back: 10_000 });
  expect(await market.stateOf(inTime)).toBe('appealed');
});

test('an answer starts the negotiation, and without agreement the case goes to staff after five days (R02, R05)', async () => {
  const dispute = await market.answered();
  expect(await market.stateOf(dispute)).toBe('negotiating');
  expect((await market.call(dispute, dispute.seller, 'answer', { words })).body).toMatchObject({
    code: 'wrong_state',
    meta: { state: 'negotiating', allowed: ['propose', 'add_file'] },
  });
  await market.pass(5 * day);
  expect(await market.stateOf(dispute)).toBe('in_mediation');
  expect(await market.notices(dispute.seller)).toContain('A equipe Praça entrou no caso');
});

test('either side may escalate to staff after a day, and at once for a recovered account (R05)', async () => {
  const dispute = await market.opened();
  expect((await market.call(dispute, dispute.buyer, 'mediation')).body).toMatchObject({
    code: 'wrong_state',
    detail: expect.stringContaining('24 horas'),
  });
  await market.sales.moveClock(24 * hour);
  await market.act(dispute, dispute.seller, 'mediation');
  const taken = await market.opened({}, { reason: 'recovered' });
  await market.act(taken, taken.buyer, 'mediation');
  expect(await market.stateOf(taken)).toBe('in_mediation');
});
