import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import { hour } from '#test/orders/sales.ts';

let market: Complaints;
let judge: Person;
beforeAll(async () => {
  market = await openComplaints();
  judge = await market.sales.user({ role: 'admin' });
});
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const decideLast = (dispute: Dispute, verdict: object) =>
  market.decide(dispute, judge, verdict, 'appeal-decision');
const held = 'appealed, in_complaint, blocked';
const concluded = 'closed, completed, pending_release';
const mayDo = async (dispute: Dispute, who: Person) =>
  (await market.seen(dispute, who)).actions
    .filter(({ allowed }: { allowed: boolean }) => allowed)
    .map(({ event }: { event: string }) => event);
const write = (statement: ReturnType<typeof sql>) => statement.execute(market.sales.db);

test('only the losing side appeals, and only once (R08)', async () => {
  const dispute = await market.decided({ result: 'full' });
  expect((await market.appeal(dispute, dispute.buyer)).body).toMatchObject({
    code: 'forbidden',
    detail: expect.stringContaining('a seu favor'),
  });
  expect((await market.appeal(dispute, dispute.seller)).status).toBe(200);
  expect((await market.appeal(dispute, dispute.seller)).body).toMatchObject({
    code: 'wrong_state',
    meta: { state: 'appealed', allowed: ['add_file'] },
  });
  expect(await market.told(dispute)).toEqual({ told: 'appealed, in_complaint, blocked', back: 0 });
  // The money waits for the appeal, however long it takes.
  await market.pass(72 * hour);
  expect(await market.stateOf(dispute)).toBe('appealed');
  const late = await market.decided({ result: 'full' });
  await market.pass(72 * hour);
  expect((await market.appeal(late, late.seller)).body.code).toBe('wrong_state');
});

test('an appeal is decided by another admin, which the API and the database enforce (R09)', async () => {
  const dispute = await market.decided({ result: 'full' });
  await market.appeal(dispute, dispute.seller);
  const rule = (who = market.admin) => market.decide(dispute, who, { result: 'release' }, 'appeal-decision');
  expect((await rule()).body).toMatchObject({
    code: 'own_decision',
    detail: expect.stringContaining('anterior'),
  });
  expect((await rule(market.support)).body.code).toBe('forbidden');
  const insert = (id: number) =>
    sql`insert into complaint_decisions (complaint_id, instance, result, refund_cents, grounds, rule, decided_by)
      values (${dispute.complaintId}, 'appeal', 'release', 0, ${words}, 'CDC', ${id})`.execute(
      market.sales.db,
    );
  await expect(insert(market.admin.id)).rejects.toThrow("an appeal is another admin's");
  await expect(insert(market.support.id)).rejects.toThrow('support cannot decide this');
  const other = await market.sales.user({ role: 'admin' });
  const queue = await market.sales.request('GET', '/staff/complaints?tab=recursos', { token: other.token });
  expect(queue.data.items).toContainEqual(
    expect.objectContaining({ id: dispute.complaintId, decidedBy: market.admin.username }),
  );
  expect((await rule(other)).status).toBe(200);
  expect(await market.told(dispute)).toEqual({ told: 'closed, completed, pending_release', back: 0 });
  expect(await market.seen(dispute)).toMatchObject({ ending: 'appeal_decided', result: 'release' });
});

const add = ({ complaintId }: Dispute, side: string) =>
  write(sql`insert into complaint_appeals (complaint_id, side, ground, words)
    values (${complaintId}, ${side}, 'error', ${words})`);
const pay = ({ complaintId }: Dispute, cents: number) =>
  write(sql`update complaints set paid_cents = ${cents} where id = ${complaintId}`);

test.each([
  ['buyer', { result: 'partial', percent: 40 }, { result: 'release' }, concluded, 0],
  ['buyer', { result: 'split' }, { result: 'partial', percent: 10 }, concluded, 1_000],
  ['seller', { result: 'split' }, { result: 'full' }, 'closed, refunded, reversed', 10_000],
  ['seller', { result: 'partial', percent: 40 }, { result: 'split' }, concluded, 5_000],
] as const)(
  'the %s appealed first against %o, the other side appeals too, and it ends as %o (R08, R09)',
  async (side, first, last, told, back) => {
    const dispute = await market.decided(first);
    const other = dispute[side === 'buyer' ? 'seller' : 'buyer'];
    await market.appeal(dispute, dispute[side]);
    expect(await market.told(dispute)).toEqual({ told: held, back: 0 });
    expect(await mayDo(dispute, other)).toEqual(expect.arrayContaining(['appeal', 'waive']));
    expect(await market.notices(other)).toContain('O outro lado recorreu');
    await market.pass(71 * hour);
    expect((await market.appeal(dispute, other)).status).toBe(200);
    expect(await mayDo(dispute, other)).not.toContain('appeal');
    await market.pass(72 * hour);
    expect(await market.told(dispute), 'all of it is contested').toEqual({ told: held, back: 0 });
    expect((await decideLast(dispute, last)).status).toBe(200);
    expect(await market.told(dispute)).toEqual({ told, back });
    expect((await market.seen(dispute)).appeals).toHaveLength(2);
  },
);

test('when both sides appeal at the same moment, both appeals are considered', async () => {
  const dispute = await market.decided({ result: 'split' });
  const answers = await Promise.all(
    [dispute.buyer, dispute.seller, dispute.buyer, dispute.seller].map((who) => market.appeal(dispute, who)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  expect((await decideLast(dispute, { result: 'release' })).status).toBe(200);
});

test('the part that a buyer’s appeal does not contest is refunded when the seller’s appeal time ends (R08)', async () => {
  const dispute = await market.decided({ result: 'partial', percent: 30 });
  await market.appeal(dispute, dispute.buyer);
  await market.pass(71 * hour);
  expect(await market.told(dispute)).toEqual({ told: held, back: 0 });
  await market.pass(hour);
  expect(await market.told(dispute)).toEqual({ told: held, back: 3_000 });
  expect((await market.appeal(dispute, dispute.seller)).body).toMatchObject({
    code: 'wrong_state',
    detail: 'O prazo para recorrer acabou.',
  });
  expect((await decideLast(dispute, { result: 'release' })).body.errors).toMatchObject({
    result: expect.stringContaining('não pode piorar'),
  });
  expect((await decideLast(dispute, { result: 'split' })).status).toBe(200);
  expect(await market.told(dispute)).toEqual({ told: concluded, back: 5_000 });
});

test('an appealed part may become the whole amount or stay the same', async () => {
  for (const [verdict, told, back] of [
    [{ result: 'full' }, 'closed, refunded, reversed', 10_000],
    [{ result: 'partial', percent: 30 }, concluded, 3_000],
  ] as const) {
    const dispute = await market.decided({ result: 'partial', percent: 30 });
    await market.appeal(dispute, dispute.buyer);
    await market.pass(72 * hour);
    expect((await decideLast(dispute, verdict)).status).toBe(200);
    expect(await market.told(dispute)).toEqual({ told, back });
  }
});

test('a part that only the seller appeals cannot grow', async () => {
  const dispute = await market.decided({ result: 'partial', percent: 30 });
  await market.appeal(dispute, dispute.seller);
  await market.pass(72 * hour);
  expect((await decideLast(dispute, { result: 'split' })).status).toBe(400);
  expect((await decideLast(dispute, { result: 'release' })).status).toBe(200);
  expect(await market.told(dispute)).toEqual({ told: concluded, back: 0 });
});

test('a replacement that the seller accepted is the least that the decision about a buyer’s appeal gives', async () => {
  const dispute = await market.decided({ result: 'replacement' });
  await market.act(dispute, dispute.seller, 'fulfilment', { words });
  await market.act(dispute, dispute.seller, 'acceptance');
  expect((await market.appeal(dispute, dispute.buyer)).status).toBe(200);
  expect((await decideLast(dispute, { result: 'release' })).status).toBe(400);
  expect((await decideLast(dispute, { result: 'replacement' })).status).toBe(200);
  expect((await market.told(dispute)).told).toBe('closed, delivered, in_escrow');
});

test('an appeal is decided only when no further appeal is possible, which the API, the page and the database enforce', async () => {
  const dispute = await market.decided({ result: 'split' });
  await market.appeal(dispute, dispute.buyer);
  const early = await decideLast(dispute, { result: 'split' });
  expect(early.body).toMatchObject({
    code: 'wrong_state',
    detail: expect.stringContaining('ainda pode recorrer até'),
  });
  const path = `/staff/complaints/${dispute.complaintId}`;
  const { data } = await market.sales.request('GET', path, { token: judge.token });
  expect(data.actions).toContainEqual({
    event: 'decide_appeal',
    allowed: false,
    because: expect.stringContaining('ainda pode recorrer até'),
  });
  const ruling = (refundCents: number, result: string) =>
    write(sql`insert into complaint_decisions (complaint_id, instance, result, refund_cents, grounds, rule, decided_by)
      values (${dispute.complaintId}, 'appeal', ${result}, ${refundCents}, ${words}, 'CDC', ${judge.id})`);
  await expect(ruling(10_000, 'full')).rejects.toThrow('may still be appealed');
  await market.pass(72 * hour);
  await expect(ruling(0, 'release')).rejects.toThrow('nobody contests that part');
  expect((await decideLast(dispute, { result: 'full' })).status).toBe(200);
});

test('a losing side that accepts gives up its appeal, and the rest of the decision is carried out at once', async () => {
  const dispute = await market.decided({ result: 'partial', percent: 30 });
  await market.appeal(dispute, dispute.buyer);
  await market.act(dispute, dispute.seller, 'acceptance');
  expect(await market.told(dispute)).toEqual({ told: held, back: 3_000 });
  expect((await market.appeal(dispute, dispute.seller)).body.detail).toContain('Você aceitou');
  expect((await market.call(dispute, dispute.buyer, 'acceptance')).body.detail).toContain('já recorreu');
  expect((await decideLast(dispute, { result: 'split' })).status).toBe(200);
});

test('when both lose, the case of one that accepts stays open until the other appeals or accepts too (R10)', async () => {
  const [ended, appealed] = [
    await market.decided({ result: 'split' }),
    await market.decided({ result: 'split' }),
  ];
  for (const dispute of [ended, appealed]) {
    await market.act(dispute, dispute.seller, 'acceptance');
    expect(await market.told(dispute)).toEqual({ told: 'decided, in_complaint, blocked', back: 0 });
    expect((await market.appeal(dispute, dispute.seller)).status).toBe(409);
  }
  await market.act(ended, ended.buyer, 'acceptance');
  expect(await market.told(ended)).toEqual({ told: concluded, back: 5_000 });
  await market.appeal(appealed, appealed.buyer);
  expect(await market.told(appealed)).toEqual({ told: held, back: 5_000 });
});

test('the only losing side may accept at once, and the other has nothing to accept (R10)', async () => {
  const dispute = await market.decided({ result: 'release' });
  expect((await market.call(dispute, dispute.seller, 'acceptance')).body.code).toBe('forbidden');
  await market.act(dispute, dispute.buyer, 'acceptance');
  expect((await market.told(dispute)).told).toBe(concluded);
});

test('a buyer who gives up an appeal keeps the refund already made and loses the part still pending (R11)', async () => {
  const dispute = await market.decided({ result: 'partial', percent: 30 });
  const early = await market.decided({ result: 'partial', percent: 30 });
  await market.appeal(dispute, dispute.buyer);
  await market.appeal(early, early.buyer);
  await market.act(early, early.buyer, 'withdrawal');
  expect(await market.told(early)).toEqual({ told: 'closed, delivered, in_escrow', back: 0 });
  await market.pass(72 * hour);
  await market.act(dispute, dispute.buyer, 'withdrawal');
  expect(await market.told(dispute)).toEqual({ told: concluded, back: 3_000 });
});

test('PostgreSQL refuses an appeal by a winner, after acceptance or too late, and pays no contested amount', async () => {
  const won = await market.decided({ result: 'full' });
  await expect(add(won, 'buyer')).rejects.toThrow('cannot appeal');
  const dispute = await market.decided({ result: 'split' });
  await market.act(dispute, dispute.seller, 'acceptance');
  await expect(add(dispute, 'seller')).rejects.toThrow('cannot appeal');
  await expect(pay(dispute, 5_000)).rejects.toThrow('is contested');
  const contested = await market.decided({ result: 'split' });
  await market.appeal(contested, contested.buyer);
  await expect(pay(contested, 5_000)).rejects.toThrow('is contested');
  await market.appeal(contested, contested.seller);
  await expect(pay(contested, 5_000)).rejects.toThrow('is contested');
  const late = await market.decided({ result: 'split' });
  await market.sales.moveClock(73 * hour);
  await expect(add(late, 'buyer')).rejects.toThrow('cannot appeal');
});
