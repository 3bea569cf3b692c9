import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let receipts: ReturnType<typeof paymentProofsOf>;
beforeAll(async () => {
  sales = await openSales();
  receipts = paymentProofsOf(sales);
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** A purchase whose payment proof waits for review. */
async function examined(buyer: Person): Promise<number> {
  const sale = await receipts.owed({}, buyer);
  const { status, text } = await receipts.send(sale);
  expect(status, text).toBe(201);
  expect(await sales.stateOf(sale)).toBe('payment_in_review');
  return receipts.openReceipt(sale);
}

test('an order whose payment proof is under review counts as one of the five until it is paid (P01)', async () => {
  const buyer = await sales.user();
  const listing = await sales.publishedListing({ stock: 9 });
  const receiptId = await examined(buyer);
  for (let order = 2; order <= 5; order++) await examined(buyer);
  const sixth = await sales.order(buyer, listing);
  expect([sixth.status, sixth.body.code]).toEqual([409, 'too_many_unpaid_orders']);
  expect(sixth.body.detail).toBe(
    'Você já tem 5 pedidos sem pagamento confirmado. Pague ou cancele um deles, ou espere a conferência.',
  );
  expect(await sales.listing(listing.id)).toMatchObject({ stock: 9 });
  const admin = await sales.user({ role: 'admin' });
  const line = await receipts.line(10_000);
  expect((await receipts.approve(admin, receiptId, line)).status).toBe(200);
  await sales.place(buyer, listing);
});

test('of twenty concurrent orders beside three under review two are placed', async () => {
  const buyer = await sales.user();
  const listing = await sales.publishedListing({ stock: 30 });
  for (let order = 1; order <= 3; order++) await examined(buyer);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sales.order(buyer, listing, 1, {}, 'manual')),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ body }) => body.code === 'too_many_unpaid_orders')).toHaveLength(18);
  expect(await sales.listing(listing.id)).toMatchObject({ stock: 28 });
});
