import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import { minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let receipts: ReturnType<typeof paymentProofsOf>;
let admin: Person;
let sale: Placed;
/** The order's Pix at the bank. */
let pix: string;

beforeAll(async () => {
  sales = await openSales();
  receipts = paymentProofsOf(sales);
  admin = await sales.user({ role: 'admin' });
});
beforeEach(async () => {
  sale = await receipts.owed({ priceCents: 10_000 });
  expect((await startPix()).status).toBe(201);
  pix = (await charges()).at(-1)!.reference;
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const startPix = () =>
  sales.request('POST', `/orders/${sale.hash}/payments`, {
    token: sale.buyer.token,
    key: true,
    body: { method: 'pix' },
  });
async function charges() {
  const { rows } = await sql<{ method: string; state: string; reference: string }>`
    select method, state, reference from payments where order_id = ${sale.id} and attempt is not null
    order by id`.execute(sales.db);
  return rows;
}
const inOurBooks = async () => (await charges()).map(({ method, state }) => [method, state]);
const atTheBank = async (reference = pix) => (await sales.bank.findCharge({ reference }))!.state;
const backTo = async () =>
  (await sales.refunds(sale)).map(({ state, amount_cents: cents }) => [state, cents]);
const approve = async () =>
  receipts.approve(admin, await receipts.openReceipt(sale), await receipts.line(10_000));

describe('a manual order that opened a Pix as well', () => {
  test('and was paid manually leaves no open charge, here and at the provider', async () => {
    expect((await receipts.send(sale)).status).toBe(201);
    expect((await approve()).data).toMatchObject({ state: 'approved', orderState: 'paid' });
    expect(await inOurBooks()).toEqual([
      ['manual', 'confirmed'],
      ['pix', 'cancelled'],
    ]);
    expect(await atTheBank()).toBe('cancelled');
  });

  test('refunds a partial payment by Pix once a proof of the whole price is sent', async () => {
    await sales.bank.payCharge(pix, { amountCents: 4_000 });
    const rest = (await charges()).at(-1)!.reference;
    expect(await atTheBank(rest)).toBe('pending');
    expect((await receipts.send(sale)).status).toBe(201);
    expect(await atTheBank(rest)).toBe('cancelled');
    await sales.drain();
    expect(await backTo()).toEqual([['completed', 4_000]]);
    const answer = await approve();
    expect([answer.status, answer.data.orderState]).toEqual([200, 'paid']);
  });

  test('that ends after three refusals is cancelled at the provider too, and each part is refunded', async () => {
    for (const sending of [1, 2, 3]) {
      if (sending > 1) await startPix();
      expect((await receipts.send(sale)).data).toMatchObject({ sending });
      await receipts.reject(admin, await receipts.openReceipt(sale), 'not_found');
    }
    expect(await sales.stateOf(sale)).toBe('cancelled');
    const open = (await inOurBooks()).filter(([, state]) => state === 'created' || state === 'pending');
    expect(open).toEqual([]);
    for (const { method, reference } of await charges())
      if (method === 'pix') expect(await atTheBank(reference)).toBe('cancelled');
  });

  test('is paid by its Pix even after a proof was sent, which then expires', async () => {
    expect((await receipts.send(sale)).status).toBe(201);
    const id = await receipts.openReceipt(sale);
    await sales.bank.payCharge(pix);
    expect(await sales.stateOf(sale)).toBe('paid');
    const { rows } = await sql`select state from receipts where id = ${id}`.execute(sales.db);
    expect(rows).toEqual([{ state: 'expired' }]);
    const late = await receipts.approve(admin, id, await receipts.line(10_000));
    expect([late.status, late.body.code]).toEqual([409, 'already_decided']);
  });

  test('that is not paid in time expires at the provider too', async () => {
    const { rows } = await sql<{ due: Date }>`select due_at as due from orders where id = ${sale.id}`.execute(
      sales.db,
    );
    await sales.moveClock(rows[0]!.due.getTime() - (await marketNow(sales.db)).getTime() + minute);
    await sales.drain();
    expect(await sales.stateOf(sale)).toBe('expired');
    expect(await atTheBank()).toBe('cancelled');
  });
});

test('late money of a cancelled charge pays the order, and the later charge is cancelled', async () => {
  await startPix();
  const second = (await charges()).at(-1)!.reference;
  await sales.bank.payCharge(pix);
  expect(await sales.stateOf(sale)).toBe('paid');
  expect(await atTheBank(second)).toBe('cancelled');
  expect((await inOurBooks()).map(([, state]) => state)).toEqual(['cancelled', 'confirmed', 'cancelled']);
});
