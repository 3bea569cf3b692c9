import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed } from '#test/orders/sales.ts';
import { day } from '#test/orders/sales.ts';

/** P27 beside a complaint, and a move that waits for its second person. */
let market: Complaints;
let second: Person;
beforeAll(async () => {
  market = await openComplaints();
  second = await market.sales.user({ role: 'admin' });
});
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const reason = 'O fórum mandou devolver, ofício 12/2026.';
const post = (who: Person, path: string, body?: object) =>
  market.sales.request('POST', `/staff/${path}`, { token: who.token, key: true, body });
const force = (who: Person, sale: Placed, event: string) =>
  post(who, `orders/${sale.hash}/forced-moves`, { event, reason });
const seen = async (who: Person, sale: Placed) =>
  (await market.sales.request('GET', `/staff/orders/${sale.id}`, { token: who.token })).data.force;
const caseOf = async (dispute: Placed) =>
  (await market.sales.request('GET', `/orders/${dispute.hash}/complaints`, { token: dispute.buyer.token }))
    .data.items[0];

describe('an order that staff move out of its complaint', () => {
  test.each([
    ['force_refund', 'refunded', 'full', 10_000],
    ['force_conclusion', 'completed', 'release', 0],
  ])('by %s ends the case too, in whatever state it was', async (event, state, result, refundCents) => {
    const price = { priceCents: 10_000 };
    for (const dispute of [
      await market.opened(price),
      await market.answered(price),
      await market.mediated(price),
    ]) {
      expect((await force(market.admin, dispute, event)).data).toMatchObject({ state, waitingId: null });
      expect(await caseOf(dispute)).toMatchObject({ state: 'closed', ending: 'forced', result, refundCents });
      expect(await market.sales.stateOf(dispute)).toBe(state);
    }
  });

  test('of exactly R$ 500,00 needs one admin, and from the next centavo on two people', async () => {
    const whole = await market.opened({ priceCents: 50_000 });
    const [one, other] = [
      await market.sales.user({ role: 'admin' }),
      await market.sales.user({ role: 'admin' }),
    ];
    expect((await force(one, whole, 'force_refund')).data).toMatchObject({ waitingId: null });
    const above = await market.opened({ priceCents: 50_001 });
    expect((await force(other, above, 'force_refund')).data.waitingId).toBeTypeOf('number');
  });

  test('leaves no timer behind: weeks later nothing has changed', async () => {
    const dispute = await market.opened({ priceCents: 10_000 });
    await force(market.admin, dispute, 'force_conclusion');
    await market.sales.moveClock(20 * day);
    await drain(market.sales.ctx, allSweeps);
    expect(await market.sales.stateOf(dispute)).toBe('completed');
    expect(await market.sales.refunds(dispute)).toEqual([]);
    const again = await market.call(dispute, dispute.seller, 'answer', { words: reason.repeat(2) });
    expect([again.status, again.body.code]).toEqual([409, 'wrong_state']);
  });

  test('while the case is decided ends one way, and the other person gets a refusal', async () => {
    const dispute = await market.mediated({ priceCents: 10_000 });
    const answers = await Promise.all([
      force(market.admin, dispute, 'force_refund'),
      market.decide(dispute, second, { result: 'release' }),
      ...Array.from({ length: 18 }, () => force(second, dispute, 'force_conclusion')),
    ]);
    expect(answers.filter(({ status }) => status < 300).length).toBeLessThanOrEqual(2);
    expect(new Set(answers.map(({ status }) => status)).has(500)).toBe(false);
    expect(['refunded', 'completed']).toContain(await market.sales.stateOf(dispute));
    expect((await caseOf(dispute)).state).toBe('closed');
  });
});

/** A sale of R$ 600,00 whose refund an admin asked for. */
async function asked() {
  const sale = await market.sales.delivered({ priceCents: 60_000 });
  const { waitingId } = (await force(market.admin, sale, 'force_refund')).data;
  return { sale, withdraw: (who: Person) => post(who, `forced-moves/${waitingId}/withdrawal`), waitingId };
}

describe('a proposed move', () => {
  test('is shown to staff with the allowed actions of each', async () => {
    const { sale } = await asked();
    const [own, other, third] = [
      await seen(market.admin, sale),
      await seen(second, sale),
      await seen(market.support, sale),
    ];
    expect(own).toMatchObject({
      moves: ['force_conclusion', 'force_refund'],
      because: null,
      waiting: { event: 'force_refund', reason, by: market.admin.username, mine: true, possible: true },
    });
    expect(other.waiting.mine).toBe(false);
    expect(third.because).toBe('Só um administrador muda a situação de um pedido fora do fluxo normal.');
  });

  test('is reported as impossible once the order has moved on by itself', async () => {
    const { sale, waitingId } = await asked();
    await market.sales.act(sale, sale.buyer, 'confirmation');
    expect(await seen(second, sale)).toMatchObject({ moves: [], waiting: { possible: false } });
    const late = await post(second, `forced-moves/${waitingId}/approval`);
    expect([late.status, late.body.code]).toEqual([409, 'wrong_state']);
  });

  test('can be withdrawn by an admin, once, and then another may be proposed', async () => {
    const { sale, withdraw } = await asked();
    expect((await withdraw(market.support)).body.code).toBe('forbidden');
    expect((await withdraw(second)).data).toEqual({ hash: sale.hash, state: 'delivered' });
    expect((await withdraw(market.admin)).body.code).toBe('already_decided');
    expect((await seen(second, sale)).waiting).toBeNull();
    expect((await force(second, sale, 'force_conclusion')).data.waitingId).toEqual(expect.any(Number));
  });

  test('is either approved or withdrawn, never both', async () => {
    const { sale, withdraw, waitingId } = await asked();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        turn % 2 ? withdraw(market.admin) : post(second, `forced-moves/${waitingId}/approval`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(['delivered', 'refunded']).toContain(await market.sales.stateOf(sale));
  });

  test('that was never proposed is not found', async () => {
    expect((await post(second, 'forced-moves/999999/withdrawal')).status).toBe(404);
  });
});
