import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Placed } from '#test/orders/sales.ts';
import { day, hour, minute } from '#test/orders/sales.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const unpaid = { order: 'expired', money: null, backCents: 0 };
const undone = (sale: Placed) => ({ order: 'cancelled', money: 'reversed', backCents: sale.totalCents });

test('codes are paid, delivered automatically, revealed and confirmed, and the money is withdrawn', async () => {
  const sale = await stage.delivered({ codes: stage.codes(1), priceCents: 10_000 });
  await stage.on(sale, sale.buyer, 'reveal');
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(7 * day);
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 0 });
  const { id } = await stage.does(sale.seller, '/withdrawals', { amountCents: 9_010 });
  await stage.does(stage.admin, `/staff/withdrawals/${id}/decision`, { decision: 'approve', note: '' });
  expect(await stage.purse(sale.seller)).toMatchObject({ availableCents: 0 });
});

test('an item is paid, delivered and confirmed, and its seller has the money after the release delay', async () => {
  const sale = await stage.released({ priceCents: 10_000 });
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 0 });
  expect(await stage.purse(sale.seller)).toMatchObject({ availableCents: 9_010 });
});

test('an unpaid order expires after half an hour and its stock is on sale again', async () => {
  const sale = await stage.placed({ stock: 1 });
  await stage.pass(30 * minute);
  expect(await stage.standing(sale)).toEqual(unpaid);
  expect(await stage.listing(sale.listingId)).toMatchObject({ stock: 1, state: 'published' });
});

test('a Pix comes late and the code is still there: the order is revived', async () => {
  const sale = await stage.placed({ codes: stage.codes(1) });
  await stage.pass(hour);
  await stage.bank.payCharge(sale.reference);
  expect(await stage.standing(sale)).toEqual({ order: 'delivered', money: 'in_escrow', backCents: 0 });
});

test('a late Pix for stock that was sold meanwhile is refunded', async () => {
  const listing = await stage.publishedListing({ codes: stage.codes(1), priceCents: 10_000 });
  const late = await stage.place(await stage.user(), listing);
  await stage.pass(hour);
  const other = await stage.place(await stage.user(), listing);
  await stage.bank.payCharge(late.reference);
  await stage.bank.payCharge(other.reference);
  expect(await stage.standing(late)).toEqual({ ...unpaid, backCents: 10_000 });
  expect(await stage.standing(other)).toMatchObject({ order: 'delivered' });
});

test('a Pix is paid twice: the second is refunded and the sale stays', async () => {
  const sale = await stage.paid({ priceCents: 10_000 });
  await stage.bank.payCharge(sale.reference, { copies: 5 });
  expect(await stage.standing(sale)).toEqual({ order: 'paid', money: 'in_escrow', backCents: 10_000 });
});

test('a surplus is paid: the sale goes on and the surplus is refunded', async () => {
  const sale = await stage.placed({ priceCents: 10_000 });
  await stage.bank.payCharge(sale.reference, { amountCents: 12_500 });
  expect(await stage.standing(sale)).toEqual({ order: 'paid', money: 'in_escrow', backCents: 2_500 });
});

test('a large third-party payment is held, and released or refunded', async () => {
  const decide = async (decision: 'release' | 'refund'): Promise<Placed> => {
    const sale = await stage.placed({ priceCents: 60_000 });
    await stage.bank.payCharge(sale.reference, { payerDocument: '52998224725' });
    expect(await stage.standing(sale)).toMatchObject({ order: 'payment_in_review' });
    const { data } = await stage.request('GET', '/staff/payment-reviews', { token: stage.admin.token });
    const { id } = data.items.find(({ hash }: Placed) => hash === sale.hash);
    await stage.does(stage.admin, `/staff/payment-reviews/${id}/decision`, { decision, note });
    await stage.pass(0);
    return sale;
  };
  expect(await stage.standing(await decide('release'))).toMatchObject({ order: 'paid', backCents: 0 });
  expect(await stage.standing(await decide('refund'))).toMatchObject({
    order: 'cancelled',
    backCents: 60_000,
  });
});

test('a Pix reported early, out of order, twice, or never pays its order once', async () => {
  const [early, silent, shaken] = [await stage.placed(), await stage.placed(), await stage.placed()];
  await stage.notice(early.reference);
  expect(await stage.standing(early)).toMatchObject({ order: 'awaiting_payment' });
  await stage.bank.payCharge(early.reference);
  await stage.bank.payCharge(silent.reference, { copies: 0 });
  await stage.bank.payCharge(shaken.reference, { copies: 0 });
  const id = randomUUID();
  const told = [shaken, early, shaken, silent].flatMap(({ reference }, n) => [
    stage.notice(reference),
    stage.notice(reference, undefined, n === 0 ? id : undefined),
    stage.notice(shaken.reference, undefined, id),
  ]);
  await Promise.all(told);
  for (const sale of [early, silent, shaken])
    await expect
      .poll(() => stage.standing(sale), { timeout: 10_000 })
      .toEqual({ order: 'paid', money: 'in_escrow', backCents: 0 });
  const unheard = await stage.placed();
  await stage.bank.payCharge(unheard.reference, { copies: 0 });
  await stage.pass(5 * minute);
  expect(await stage.standing(unheard)).toMatchObject({ order: 'paid' });
});

test('a payment proof is matched with the bank’s statement and pays the order', async () => {
  const sale = await stage.receipts.sent({ priceCents: 10_000 });
  const line = await stage.receipts.line(10_000);
  expect((await stage.receipts.approve(stage.admin, sale.receiptId, line)).status).toBe(200);
  expect(await stage.standing(sale)).toEqual({ order: 'paid', money: 'in_escrow', backCents: 0 });
});

test('a payment proof of a large amount needs two different people', async () => {
  const sale = await stage.receipts.sent({ priceCents: 150_000 });
  const line = await stage.receipts.line(150_000);
  await stage.receipts.approve(stage.admin, sale.receiptId, line);
  await stage.receipts.approve(stage.admin, sale.receiptId, line);
  expect(await stage.standing(sale)).toMatchObject({ order: 'payment_in_review' });
  await stage.receipts.approve(stage.second, sale.receiptId, line);
  expect(await stage.standing(sale)).toMatchObject({ order: 'paid' });
});

test('a payment proof is refused three times: the order ends and the stock is on sale again', async () => {
  const sale = await stage.receipts.owed({ stock: 1 });
  for (let sending = 1; sending <= 3; sending++) {
    await stage.receipts.send(sale);
    await stage.receipts.reject(stage.admin, await stage.receipts.openReceipt(sale), 'not_found');
  }
  expect(await stage.standing(sale)).toMatchObject({ order: 'cancelled', backCents: 0 });
  expect(await stage.listing(sale.listingId)).toMatchObject({ stock: 1, state: 'published' });
});

test('the seller does nothing: the sale is cancelled a day after the promise and refunded', async () => {
  const sale = await stage.paid({ promisedHours: 6 });
  await stage.pass(30 * hour);
  expect(await stage.standing(sale)).toEqual(undone(sale));
});

test('the seller starts and never delivers: the sale is cancelled and refunded too', async () => {
  const sale = await stage.paid({ promisedHours: 24 });
  await stage.on(sale, sale.seller, 'delivery-start');
  await stage.pass(48 * hour);
  expect(await stage.standing(sale)).toEqual(undone(sale));
});

test('the buyer does not confirm after delivery: three days later the sale is concluded', async () => {
  const sale = await stage.delivered();
  await stage.pass(72 * hour);
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'pending_release', backCents: 0 });
});

test('a hundred buyers order one unit: one gets it, and only that one pays', async () => {
  const listing = await stage.publishedListing({ codes: stage.codes(1) });
  const buyers = await Promise.all(Array.from({ length: 100 }, () => stage.user()));
  const answers = await Promise.all(buyers.map((buyer) => stage.order(buyer, listing)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await stage.listing(listing.id)).toMatchObject({ stock: 0, state: 'sold_out' });
});

test('a suspended seller finishes open sales: one is delivered, concluded and its money released', async () => {
  const sale = await stage.paid({ stock: 1, priceCents: 10_000 });
  await stage.sanction(sale.seller, 'suspend');
  await stage.on(sale, sale.seller, 'delivery-start');
  await stage.on(sale, sale.seller, 'delivery', { note });
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(7 * day);
  expect(await stage.standing(sale)).toEqual({ order: 'completed', money: 'released', backCents: 0 });
});

test('a banned seller delivers nothing more: paid orders are refunded automatically', async () => {
  const sale = await stage.paid({ promisedHours: 24 });
  await stage.sanction(sale.seller, 'ban');
  const next = await stage.order(await stage.user(), { id: sale.listingId, priceCents: sale.totalCents });
  expect([next.status, next.body.code]).toEqual([409, 'listing_unavailable']);
  await stage.pass(48 * hour);
  expect(await stage.standing(sale)).toEqual(undone(sale));
});
