import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { words } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import type { Placed } from '#test/orders/sales.ts';
import { day, hour } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage, Standing } from './stage.ts';

let stage: Stage;
let complaints: Complaints;
beforeAll(async () => {
  stage = await openStage();
  ({ complaints } = stage);
});
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const price = { priceCents: 10_000 };
const refunded: Standing = { order: 'refunded', money: 'reversed', backCents: 10_000 };
const cancelled: Standing = { ...refunded, order: 'cancelled' };
const concluded: Standing = { order: 'completed', money: 'pending_release', backCents: 0 };

describe('the buyer cancels or regrets', () => {
  test('an unpaid order: nothing happens', async () => {
    const sale = await stage.placed({ stock: 1, ...price });
    await stage.on(sale, sale.buyer, 'abandonment');
    expect(await stage.standing(sale)).toEqual({ order: 'cancelled', money: null, backCents: 0 });
    expect(await stage.listing(sale.listingId)).toMatchObject({ stock: 1 });
  });

  test('a paid order before delivery starts: refunded at once', async () => {
    const sale = await stage.paid({ stock: 1, ...price });
    await stage.on(sale, sale.buyer, 'withdrawal-of-purchase');
    expect(await stage.standing(sale)).toEqual(cancelled);
    expect(await stage.listing(sale.listingId)).toMatchObject({ stock: 1 });
  });

  test.each([
    ['agrees', 'accept', cancelled],
    ['refuses', 'refuse', { order: 'in_delivery', money: 'in_escrow', backCents: 0 }],
    ['is silent for six hours', null, cancelled],
  ] as const)('a started delivery, and the seller %s', async (_, answer, end) => {
    const sale = await stage.paid(price);
    await stage.on(sale, sale.seller, 'delivery-start');
    await stage.on(sale, sale.buyer, 'cancellation-request', { note });
    if (answer === 'accept')
      await stage.on(sale, sale.seller, 'cancellation-request/answer', { decision: answer, note: '' });
    else if (answer) expect((await complaints.sales.refuseToCancel(sale, note)).status).toBe(200);
    else await stage.pass(6 * hour);
    expect(await stage.standing(sale)).toEqual(end);
  });

  test('unrevealed codes: the whole price is refunded at once', async () => {
    const sale = await stage.delivered({ codes: stage.codes(1), ...price });
    await stage.on(sale, sale.buyer, 'regret', { destination: 'original' });
    expect(await stage.standing(sale)).toEqual(refunded);
  });

  test.each([
    ['grants', 'approve', refunded],
    ['refuses', 'reject', { order: 'delivered', money: 'in_escrow', backCents: 0 }],
  ] as const)('revealed codes, and staff %s it', async (_, decision, end) => {
    const sale = await stage.delivered({ codes: stage.codes(1), ...price });
    await stage.on(sale, sale.buyer, 'reveal');
    await stage.on(sale, sale.buyer, 'regret', { destination: 'original' });
    await stage.decideRefund(sale, decision);
    expect(await stage.standing(sale)).toEqual(end);
  });

  test('a sale just before its release: its money stays blocked until staff decide, and is refunded completely', async () => {
    const seller = await stage.user();
    const sale = await stage.delivered({ seller, ...price });
    await stage.on(sale, sale.buyer, 'confirmation');
    await stage.pass(7 * day - hour);
    const asked = await stage.on(sale, sale.buyer, 'regret', { destination: 'balance' });
    expect(asked.protocol).toMatch(/^ARR-/);
    await stage.pass(hour);
    const early = await stage.post(seller, '/withdrawals', { amountCents: 9_010 });
    expect(early.body.code).toBe('insufficient_balance');
    await stage.decideRefund(sale, 'approve');
    await stage.pass(0);
    expect(await stage.standing(sale)).toEqual(refunded);
    expect(await stage.purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 10_000 });
    expect(await stage.purse(seller)).toMatchObject({ availableCents: 0 });
  });
});

describe('the seller refunds', () => {
  test('three parts: both sides have the same as after one of their sum', async () => {
    const parts = await stage.delivered(price);
    for (const amountCents of [1_111, 2_222, 3_333])
      await stage.on(parts, parts.seller, 'refunds', { amountCents, note });
    const sum = await stage.delivered(price);
    await stage.on(sum, sum.seller, 'refunds', { amountCents: 6_666, note });
    for (const sale of [parts, sum]) {
      await stage.on(sale, sale.buyer, 'confirmation');
      expect(await stage.standing(sale)).toEqual({ ...concluded, backCents: 6_666 });
    }
    await stage.pass(7 * day);
    const [afterParts, afterSum] = [await stage.purse(parts.seller), await stage.purse(sum.seller)];
    expect(afterParts.availableCents).toBe(afterSum.availableCents);
  });

  test('and the bank refuses it three times: two people send it manually', async () => {
    const sale = await stage.delivered({ priceCents: 10_004 });
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 10_004, note });
    await stage.pass(0);
    const { id, state } = await stage.lastRefund(sale);
    expect(state).toBe('manual');
    const byHand = { endToEndId: `E${'1'.repeat(20)}${'a'.repeat(11)}` };
    for (const who of [stage.admin, stage.second])
      await stage.does(who, `/staff/refunds/${id}/hand-payment`, byHand);
    expect(await stage.standing(sale)).toEqual({ ...refunded, backCents: 10_004 });
  });
});

describe('a complaint', () => {
  test.each([
    ['gives all back', { result: 'full' }, refunded],
    ['gives a part back', { result: 'partial', percent: 30 }, { ...concluded, backCents: 3_000 }],
    ['divides it', { result: 'split' }, { ...concluded, backCents: 5_000 }],
    ['frees it for the seller', { result: 'release' }, concluded],
  ] as const)('that staff decide: it %s', async (_, verdict, end) => {
    const dispute = await complaints.decided(verdict);
    expect(await stage.standing(dispute)).toMatchObject({ order: 'in_complaint', money: 'blocked' });
    await stage.pass(72 * hour);
    expect(await stage.standing(dispute)).toEqual(end);
  });

  test('that staff decide: another code comes from stock', async () => {
    const dispute = await complaints.decided({ result: 'replacement' }, { codes: stage.codes(2) });
    await stage.pass(72 * hour);
    expect(await stage.standing(dispute)).toEqual({ order: 'delivered', money: 'in_escrow', backCents: 0 });
  });

  test('that both sides settle: a third is refunded and the rest is the seller’s', async () => {
    const dispute = await complaints.answered();
    const id = await complaints.proposed(dispute, dispute.seller, { kind: 'partial', percent: 33 });
    expect((await complaints.answerProposal(dispute, dispute.buyer, id)).status).toBe(200);
    expect(await stage.standing(dispute)).toEqual({ ...concluded, backCents: 3_300 });
  });

  test('that the seller does not answer for two days: everything is refunded', async () => {
    const dispute = await complaints.opened();
    await stage.pass(48 * hour);
    expect(await stage.standing(dispute)).toEqual(refunded);
  });

  test('that a silent seller appeals afterwards: the fund pays them and the buyer keeps the money (M10)', async () => {
    const dispute = await complaints.opened();
    await stage.pass(48 * hour);
    expect((await complaints.appeal(dispute, dispute.seller)).status).toBe(200);
    const last = { result: 'release' };
    expect((await complaints.decide(dispute, stage.second, last, 'appeal-decision')).status).toBe(200);
    await stage.pass(0);
    expect(await stage.standing(dispute)).toEqual(refunded);
    expect((await stage.purse(dispute.seller)).availableCents).toBeGreaterThan(0);
  });

  test('whose buyer does not answer for three days: the sale is the seller’s', async () => {
    const dispute = await complaints.mediated();
    const path = `/staff/complaints/${dispute.complaintId}/requests`;
    await stage.does(stage.support, path, { side: 'buyer', words });
    await stage.pass(48 * hour);
    await stage.pass(24 * hour);
    expect(await stage.standing(dispute)).toEqual(concluded);
  });

  test('that is undecided for fifteen days goes to the admins, and the money stays in escrow', async () => {
    const dispute = await complaints.mediated();
    await stage.pass(15 * day);
    expect(await stage.standing(dispute)).toMatchObject({ order: 'in_complaint', money: 'blocked' });
    expect((await complaints.decide(dispute, stage.support, { result: 'full' })).status).toBe(403);
    expect((await complaints.decide(dispute, stage.admin, { result: 'full' })).status).toBe(200);
    await stage.pass(72 * hour);
    expect(await stage.standing(dispute)).toEqual(refunded);
  });

  test.each([
    ['seller', { result: 'full' }, { result: 'release' }, concluded],
    ['buyer', { result: 'partial', percent: 30 }, { result: 'full' }, refunded],
  ] as const)(
    'that the %s appeals to another admin, who decides differently',
    async (side, first, last, end) => {
      const dispute = await complaints.decided(first);
      expect((await complaints.appeal(dispute, dispute[side])).status).toBe(200);
      await stage.pass(72 * hour);
      const again = (who = stage.second) => complaints.decide(dispute, who, last, 'appeal-decision');
      expect((await again(stage.admin)).body.code).toBe('own_decision');
      expect((await again()).status).toBe(200);
      await stage.pass(0);
      expect(await stage.standing(dispute)).toEqual(end);
    },
  );

  test('that the buyer withdraws: the sale continues as before', async () => {
    const dispute = await complaints.answered();
    await complaints.act(dispute, dispute.buyer, 'withdrawal');
    expect(await stage.standing(dispute)).toEqual({ order: 'delivered', money: 'in_escrow', backCents: 0 });
    await stage.pass(72 * hour);
    expect(await stage.standing(dispute)).toEqual(concluded);
  });

  test('about a sale whose seller has the money: it blocks that amount and no more (M7)', async () => {
    const seller = await stage.seller();
    const before = (await stage.purse(seller)).availableCents;
    const sale: Placed = await stage.delivered({ seller, codes: stage.codes(1), ...price });
    await stage.pass(7 * day - hour);
    await stage.on(sale, sale.buyer, 'confirmation');
    await stage.pass(30 * 60_000);
    const dispute: Dispute = await complaints.complain(sale);
    expect(await stage.purse(seller)).toMatchObject({ availableCents: before });
    await stage.pass(48 * hour);
    await stage.pass(72 * hour);
    expect(await stage.standing(dispute)).toEqual(refunded);
    expect(await stage.purse(seller)).toMatchObject({ availableCents: before });
  });
});
