import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirmPayment } from '#server/orders/payment/payment.ts';
import type { Placed } from '#test/orders/sales.ts';
import { day, hour, minute } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

/** The charge of the missing amount. */
async function restOf(sale: Placed): Promise<{ reference: string; amountCents: number }> {
  const { rows } = await sql<{ reference: string; amountCents: number }>`
    select reference, amount_cents as "amountCents" from payments
    where order_id = ${sale.id} and attempt is not null order by attempt desc limit 1`.execute(stage.db);
  return rows[0]!;
}

/** Bought for R$ 100,00, of which this much was paid. */
async function begun(paidCents = 6_000, options: Parameters<Stage['placed']>[0] = {}): Promise<Placed> {
  const sale = await stage.placed({ priceCents: 10_000, ...options });
  await stage.bank.payCharge(sale.reference, { amountCents: paidCents });
  return sale;
}

async function whole(): Promise<Placed> {
  const sale = await begun();
  await stage.bank.payCharge((await restOf(sale)).reference);
  return sale;
}

const charge = async (sale: Placed) => (await stage.view(sale, sale.buyer)).deal.payment;
const backOf = async (sale: Placed) =>
  (await stage.refunds(sale)).map(({ state, amount_cents: cents }) => [state, cents]);
const waiting = { order: 'awaiting_payment', money: null, backCents: 0 };
const paid = { order: 'paid', money: 'in_escrow', backCents: 0 };

describe('less than the total', () => {
  test('waits for the rest: the page shows the missing amount and how to pay it, and the rest completes the sale', async () => {
    const sale = await begun();
    expect(await stage.standing(sale)).toEqual(waiting);
    const asked = await charge(sale);
    expect(asked).toMatchObject({ method: 'pix', state: 'pending', amountCents: 4_000, heldCents: 6_000 });
    const { deal, now } = await stage.view(sale, sale.buyer);
    expect(deal.dueAt).toBe(asked.expiresAt);
    expect(Date.parse(asked.expiresAt) - Date.parse(now)).toBeGreaterThan(day - minute);
    expect(deal.refunds).toEqual([]);
    expect((await stage.view(sale, sale.seller)).deal.payment.heldCents).toBe(0);
    await stage.pass(23 * hour);
    const { reference } = await restOf(sale);
    expect(asked.pixCode).toContain(reference);
    await stage.bank.payCharge(reference);
    expect(await stage.standing(sale)).toEqual(paid);
    await stage.on(sale, sale.seller, 'delivery-start');
    await stage.on(sale, sale.seller, 'delivery', { note });
    await stage.on(sale, sale.buyer, 'confirmation');
    await stage.pass(7 * day);
    expect(await stage.purse(sale.seller)).toMatchObject({ availableCents: 9_010 });
  });

  test('is in the books and visible to its owner from the first moment', async () => {
    const sale = await begun();
    const { token } = sale.buyer;
    const { data } = await stage.request('GET', '/balances', { token });
    expect(data.held.refund_due).toEqual({ cents: 6_000, count: 1 });
    const held = await stage.request('GET', '/held-money/refund_due', { token });
    expect(held.data.items).toMatchObject([{ reason: 'awaiting_rest', outcome: 'returned_to_buyer' }]);
  });

  test('is refunded when the rest does not arrive in a day, and so is a later rest', async () => {
    const sale = await begun(6_000, { stock: 1 });
    const { reference } = await restOf(sale);
    await stage.pass(day);
    expect(await stage.standing(sale)).toEqual({ order: 'expired', money: null, backCents: 6_000 });
    expect(await stage.listing(sale.listingId)).toMatchObject({ stock: 1, state: 'published' });
    await stage.bank.payCharge(reference);
    expect(await stage.standing(sale)).toEqual({ order: 'expired', money: null, backCents: 10_000 });
  });

  test('is refunded when its buyer abandons the order', async () => {
    const sale = await begun();
    await stage.on(sale, sale.buyer, 'abandonment');
    expect(await stage.standing(sale)).toEqual({ order: 'cancelled', money: null, backCents: 6_000 });
  });

  test('is refunded after a review when it is large', async () => {
    const sale = await begun(200_000, { priceCents: 250_000 });
    await stage.pass(day);
    expect(await backOf(sale)).toEqual([['in_review', 200_000]]);
    await stage.decideRefund(sale, 'approve');
    expect(await stage.standing(sale)).toMatchObject({ backCents: 200_000 });
  });

  test('three times is three parts, and the day is counted from the first', async () => {
    const sale = await begun(1_000);
    await stage.pass(20 * hour);
    await stage.bank.payCharge((await restOf(sale)).reference, { amountCents: 2_000 });
    expect(await charge(sale)).toMatchObject({ amountCents: 7_000, heldCents: 3_000 });
    await stage.bank.payCharge((await restOf(sale)).reference, { amountCents: 3_000 });
    expect(await charge(sale)).toMatchObject({ amountCents: 4_000, heldCents: 6_000 });
    await stage.pass(4 * hour);
    expect(await stage.standing(sale)).toEqual({ order: 'expired', money: null, backCents: 6_000 });
  });

  test('is recorded once by twenty parallel processes, and the rest pays once', async () => {
    const sale = await stage.placed({ priceCents: 10_000 });
    const hear = (reference: string) =>
      Promise.all(Array.from({ length: 20 }, () => confirmPayment(stage.ctx, { reference })));
    await stage.bank.payCharge(sale.reference, { copies: 0, amountCents: 6_000 });
    await hear(sale.reference);
    expect(await backOf(sale)).toEqual([['held', 6_000]]);
    const { reference, amountCents } = await restOf(sale);
    expect(amountCents).toBe(4_000);
    await stage.bank.payCharge(reference, { copies: 0 });
    await hear(reference);
    expect(await backOf(sale)).toEqual([['used', 6_000]]);
    expect(await stage.standing(sale)).toEqual(paid);
  });
});

describe('the rest', () => {
  test('paid twice is refunded once', async () => {
    const sale = await whole();
    await stage.bank.payCharge((await restOf(sale)).reference);
    expect(await stage.standing(sale)).toEqual({ ...paid, backCents: 4_000 });
  });

  test('that is more than the missing amount pays, and the surplus is refunded', async () => {
    const sale = await begun();
    await stage.bank.payCharge((await restOf(sale)).reference, { amountCents: 5_500 });
    expect(await stage.standing(sale)).toEqual({ ...paid, backCents: 1_500 });
  });

  test('paid as the whole price by the first code pays, and the earlier part is refunded', async () => {
    const sale = await begun();
    await stage.bank.payCharge(sale.reference);
    expect(await stage.standing(sale)).toEqual({ ...paid, backCents: 6_000 });
  });

  test('may be paid by card, and not by a boleto that is confirmed days later', async () => {
    const sale = await begun();
    const pay = (body: object) => stage.post(sale.buyer, `/orders/${sale.hash}/payments`, body);
    expect((await pay({ method: 'boleto' })).body.code).toBe('method_closed');
    const token = `tok-approved-visa-4242-${'a1'.repeat(8)}`;
    expect((await pay({ method: 'card', token, brand: 'visa', installments: 1 })).status).toBe(201);
    expect(await stage.standing(sale)).toEqual(paid);
    expect((await charge(sale)).card.plan).toMatchObject({ totalCents: 4_000, interestCents: 0 });
  });

  test('of a third party is reviewed with the earlier part, and both are refunded when refused', async () => {
    const sale = await begun(40_000, { priceCents: 60_000 });
    await stage.bank.payCharge((await restOf(sale)).reference, { payerDocument: '52998224725' });
    expect(await stage.standing(sale)).toMatchObject({ order: 'payment_in_review', backCents: 0 });
    const { data } = await stage.request('GET', '/staff/payment-reviews', { token: stage.admin.token });
    const { id } = data.items.find(({ hash }: Placed) => hash === sale.hash);
    await stage.does(stage.admin, `/staff/payment-reviews/${id}/decision`, { decision: 'refund', note });
    expect(await stage.standing(sale)).toEqual({ order: 'cancelled', money: null, backCents: 60_000 });
  });
});

describe('a sale that was paid in parts', () => {
  test('and is cancelled is refunded in parts, each by its own payment method', async () => {
    const sale = await whole();
    await stage.on(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    expect(await stage.standing(sale)).toEqual({ order: 'cancelled', money: 'reversed', backCents: 10_000 });
    expect(await backOf(sale)).toEqual([
      ['used', 6_000],
      ['completed', 4_000],
      ['completed', 6_000],
    ]);
    const { rows } = await sql<{ cents: number }>`
      select b.amount_cents as cents from simulator.refunds b join payments p on p.end_to_end_id = b.end_to_end_id
      where p.order_id = ${sale.id} and p.received_cents = b.amount_cents order by 1`.execute(stage.db);
    expect(rows.map(({ cents }) => cents)).toEqual([4_000, 6_000]);
  });

  test('refunds a part that is more than the last payment, then the rest', async () => {
    const sale = await whole();
    await stage.on(sale, sale.seller, 'delivery-start');
    await stage.on(sale, sale.seller, 'delivery', { note });
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 7_000, note });
    expect(await stage.standing(sale)).toMatchObject({ order: 'delivered', backCents: 7_000 });
    await stage.on(sale, sale.buyer, 'confirmation');
    await stage.on(sale, sale.seller, 'refunds', { amountCents: 3_000, note });
    expect(await stage.standing(sale)).toEqual({ order: 'refunded', money: 'reversed', backCents: 10_000 });
  });

  test('and is regretted after the code was revealed is divided when a person grants it', async () => {
    const sale = await begun(6_000, { codes: stage.codes(1) });
    await stage.bank.payCharge((await restOf(sale)).reference);
    await stage.on(sale, sale.buyer, 'reveal');
    await stage.on(sale, sale.buyer, 'regret', { destination: 'original' });
    expect(await stage.lastRefund(sale)).toMatchObject({ state: 'requested', reason: 'regret' });
    await stage.decideRefund(sale, 'approve');
    expect(await stage.standing(sale)).toEqual({ order: 'refunded', money: 'reversed', backCents: 10_000 });
  });
});
