import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import { day, hour } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const codes = (count: number) => Array.from({ length: count }, () => randomBytes(8).toString('hex'));
const staffSees = async (dispute: Dispute, who = market.admin) =>
  (await market.sales.request('GET', `/staff/complaints/${dispute.complaintId}`, { token: who.token })).data;
const ask = (dispute: Dispute, side: string, who = market.support) =>
  market.post(who, `/staff/complaints/${dispute.complaintId}/requests`, { side, words });

test.each([
  ['full', {}, 'closed, refunded, reversed', 10_000],
  ['partial', { percent: 30 }, 'closed, completed, pending_release', 3_000],
  ['split', {}, 'closed, completed, pending_release', 5_000],
  ['release', {}, 'closed, completed, pending_release', 0],
])(
  'a decision of %s is carried out when the appeal time is over (R07, R10)',
  async (result, more, told, back) => {
    const dispute = await market.decided({ result, ...more });
    expect(await market.told(dispute)).toEqual({ told: 'decided, in_complaint, blocked', back: 0 });
    expect(await market.notices(dispute.buyer)).toContain('A reclamação foi decidida');
    await market.pass(72 * hour);
    expect(await market.told(dispute)).toEqual({ told, back });
    expect(await market.notices(dispute.seller)).toContain('Reclamação encerrada');
  },
);

test('a replacement by decision comes from stock when the appeal time is over', async () => {
  const dispute = await market.decided({ result: 'replacement' }, { codes: codes(2) });
  await market.pass(72 * hour);
  expect(await market.told(dispute)).toEqual({ told: 'closed, delivered, in_escrow', back: 0 });
});

test('a replacement unit that was sold meanwhile is replaced by a refund', async () => {
  const dispute = await market.decided({ result: 'replacement' }, { codes: codes(2) });
  const listing = { id: dispute.listingId, priceCents: dispute.totalCents, seller: dispute.seller };
  await market.sales.bank.payCharge((await market.sales.place(await market.sales.user(), listing)).reference);
  await market.pass(72 * hour);
  expect(await market.told(dispute)).toEqual({ told: 'closed, refunded, reversed', back: 10_000 });
});

test('a unit that must be delivered again is due within the appeal time, or everything is refunded', async () => {
  const kept = await market.decided({ result: 'replacement' });
  await market.act(kept, kept.seller, 'fulfilment', { words });
  const broken = await market.decided({ result: 'replacement' });
  await market.pass(72 * hour);
  expect((await market.told(kept)).told).toBe('closed, delivered, in_escrow');
  expect(await market.told(broken)).toEqual({ told: 'closed, refunded, reversed', back: 10_000 });
});

test('after conclusion and release a refund is taken from the seller (P20, M6)', async () => {
  const sale = await market.sales.delivered();
  await market.sales.act(sale, sale.buyer, 'confirmation');
  await market.sales.moveClock(6 * day);
  const dispute = await market.complain(sale);
  expect((await market.told(dispute)).told).toBe('open, in_complaint, blocked');
  await market.pass(48 * hour);
  await market.act(dispute, dispute.seller, 'acceptance');
  expect(await market.told(dispute)).toEqual({ told: 'closed, refunded, reversed', back: 10_000 });
});

test('support decides up to R$ 500, an admin above, and no one about their own purchases or sales (R07)', async () => {
  const cheap = await market.mediated({ priceCents: 50_000 });
  const dear = await market.mediated({ priceCents: 50_001 });
  expect((await market.decide(cheap, market.support, { result: 'release' })).status).toBe(200);
  const refused = await market.decide(dear, market.support, { result: 'release' });
  expect(refused.body).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('administrador') });
  expect((await staffSees(dear, market.support)).actions).toContainEqual(
    expect.objectContaining({ event: 'decide', allowed: false, because: expect.any(String) }),
  );
  const seller = await market.sales.user({ role: 'admin' });
  const own = await market.mediated({ seller });
  expect((await market.decide(own, seller, { result: 'release' })).body.code).toBe('own_decision');
  const path = `/staff/complaints/${own.complaintId}`;
  for (const [who, status] of [
    [seller, 403],
    [market.support, 200],
  ] as const)
    expect((await market.sales.request('GET', path, { token: who.token })).status).toBe(status);
  await expect(
    sql`insert into complaint_decisions (complaint_id, instance, result, refund_cents, grounds, rule, decided_by)
      values (${own.complaintId}, 'first', 'release', 0, ${words}, 'CDC', ${seller.id})`.execute(
      market.sales.db,
    ),
  ).rejects.toThrow('a party cannot decide');
});

test('of twenty decisions at once one succeeds, and the others learn who decided', async () => {
  const dispute = await market.mediated();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => market.decide(dispute, market.admin, { result: 'full' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = answers.filter(({ body }) => body.code === 'already_decided');
  expect(late).toHaveLength(19);
  expect(late[0]!.body.detail).toContain(`@${market.admin.username}`);
});

test('a decision needs reasons and a rule, and a partial refund its amount', async () => {
  const dispute = await market.mediated();
  const errors = async (verdict: object) => (await market.decide(dispute, market.admin, verdict)).body.errors;
  expect(await errors({ result: 'full', grounds: 'Sim.', rule: '' })).toMatchObject({
    grounds: 'Escreva pelo menos 30 letras.',
    rule: 'Cite a regra.',
  });
  expect(await errors({ result: 'partial' })).toMatchObject({ percent: expect.any(String) });
  expect((await market.decide(dispute, market.admin, { result: 'replacement' })).status).toBe(200);
});

test('a side that is asked answers within 48 hours or loses the point (R06)', async () => {
  const dispute = await market.mediated();
  await ask(dispute, 'seller');
  await ask(dispute, 'buyer');
  const [toSeller, toBuyer] = (await market.seen(dispute)).requests;
  expect(
    (await market.call(dispute, dispute.seller, `requests/${toBuyer.id}/answer`, { words })).status,
  ).toBe(404);
  await market.act(dispute, dispute.buyer, `requests/${toBuyer.id}/answer`, { words });
  expect((await market.call(dispute, dispute.buyer, `requests/${toBuyer.id}/answer`, { words })).status).toBe(
    409,
  );
  await market.pass(48 * hour);
  const { requests } = await market.seen(dispute);
  expect(requests).toMatchObject([
    { id: toSeller.id, lapsedAt: expect.any(String), answer: null },
    { answer: words, lapsedAt: null },
  ]);
  expect(await market.notices(dispute.seller)).toContain('O prazo da resposta acabou');
  await market.pass(72 * hour);
  expect(await market.stateOf(dispute)).toBe('in_mediation');
});

test('a buyer without an answer for 72 hours loses the complaint (R06)', async () => {
  const dispute = await market.mediated();
  await ask(dispute, 'buyer');
  await market.pass(48 * hour);
  expect(await market.stateOf(dispute)).toBe('in_mediation');
  await market.pass(24 * hour);
  expect(await market.told(dispute)).toEqual({ told: 'closed, completed, pending_release', back: 0 });
  expect(await market.seen(dispute)).toMatchObject({ ending: 'silence', result: 'release' });
});

test('a case undecided on day fifteen goes to the admins (R12)', async () => {
  const dispute = await market.mediated();
  await market.act(dispute, dispute.buyer, 'withdrawal');
  const waiting = await market.mediated();
  await market.pass(15 * day);
  expect((await market.decide(waiting, market.support, { result: 'release' })).body.code).toBe('forbidden');
  const { data } = await market.sales.request('GET', '/staff/complaints', { token: market.support.token });
  expect(data.items.find(({ id }: { id: number }) => id === waiting.complaintId)).toMatchObject({
    raised: true,
    late: true,
  });
  expect((await market.decide(waiting, market.admin, { result: 'release' })).status).toBe(200);
});

test('staff read the whole case, claim it, and see the outcomes of similar ones', async () => {
  const dispute = await market.mediated();
  await market.post(market.support, `/staff/complaints/${dispute.complaintId}/assignment`);
  const found = await staffSees(dispute);
  expect(found).toMatchObject({
    takenBy: market.support.username,
    buyer: dispute.buyer.username,
    order: { id: dispute.id, deliveryType: 'manual' },
    money: { totalCents: 10_000, refundedCents: 0, feeRule: { commissionBps: 990 } },
    atStakeCents: 10_000,
    limitAt: expect.any(String),
  });
  expect(found.similar.length).toBeGreaterThan(0);
  const person = await market.sales.user();
  const answer = await market.sales.request('GET', '/staff/complaints', { token: person.token });
  expect(answer.body.code).toBe('forbidden');
});

test('a finished case cannot be claimed', async () => {
  const dispute = await market.mediated();
  await market.act(dispute, dispute.buyer, 'withdrawal');
  const answer = await market.post(market.admin, `/staff/complaints/${dispute.complaintId}/assignment`);
  expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
});

test('no one can write the state of a complaint directly or change its history', async () => {
  const dispute = await market.opened();
  const write = (statement: ReturnType<typeof sql>) => statement.execute(market.sales.db);
  await expect(
    write(sql`update complaints set state = 'closed' where id = ${dispute.complaintId}`),
  ).rejects.toThrow('permission denied');
  await expect(
    write(sql`delete from complaint_events where complaint_id = ${dispute.complaintId}`),
  ).rejects.toThrow('permission denied');
  await expect(
    write(sql`select transition_complaint(${dispute.complaintId}, 0, 'decide', 'open', 'decided', 'staff', null, now(), now(),
      'close', null, '{}', null, 'full', 1)`),
  ).rejects.toThrow();
});
