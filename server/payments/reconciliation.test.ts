import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reconcileDay } from '#server/orders/payment/reconciliation.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterAll(() => sales.close());

async function differences() {
  const staff = await sales.user({ role: 'support' });
  const { data, status } = await sales.request('GET', '/staff/payment-differences', { token: staff.token });
  expect(status).toBe(200);
  return data;
}

/** A day passes, and the sweep compares it. */
async function night(): Promise<void> {
  await sales.moveClock(day);
  await drain(sales.ctx, allSweeps);
}

test('a day whose movements are all known is compared once without differences', async () => {
  const paid = await sales.paid();
  await sales.act(paid, paid.buyer, 'withdrawal-of-purchase');
  await sales.paid({ codes: sales.codes(1) });
  await night();
  const { items, days } = await differences();
  expect(items).toEqual([]);
  expect(days).toMatchObject([{ movements: 3, differences: 0 }]);
  expect(await reconcileDay(sales.ctx)).toBe(0);
});

test('a refund into the balance is no movement of the provider', async () => {
  const sale = await sales.paid({ codes: sales.codes(1) });
  const body = { destination: 'balance' };
  const back = await sales.request('POST', `/orders/${sale.hash}/regret`, {
    token: sale.buyer.token,
    key: true,
    body,
  });
  expect(back.status, back.text).toBe(201);
  expect(await sales.refunds(sale)).toMatchObject([{ state: 'completed' }]);
  await night();
  expect((await differences()).items).toEqual([]);
});

test('a lost notice is recovered by the daily comparison and not reported', async () => {
  const sale = await sales.placed({ priceCents: 10_093 });
  await sales.bank.payCharge(sale.reference);
  await sales.moveClock(day);
  await reconcileDay(sales.ctx);
  expect(await sales.stateOf(sale)).not.toBe('awaiting_payment');
  expect((await differences()).items).toEqual([]);
  await drain(sales.ctx, allSweeps);
});

test('missed days are compared later, and their incoming money is found', async () => {
  await night();
  const { days: before } = await differences();
  const sale = await sales.placed({ priceCents: 10_093, stock: 1 });
  await sales.bank.payCharge(sale.reference);
  await sales.moveClock(3 * day);
  await drain(sales.ctx, allSweeps);
  expect(await sales.stateOf(sale)).toBe('paid');
  const { items, days } = await differences();
  expect(items).toEqual([]);
  expect(days).toHaveLength(before.length + 3);
  await sales.checkBooks();
});

test('after a long outage the last week is compared', async () => {
  const { days: before } = await differences();
  await sales.moveClock(60 * day);
  await drain(sales.ctx, allSweeps);
  expect((await differences()).days).toHaveLength(before.length + 7);
});

test('unknown movements, missing movements and different amounts are reported', async () => {
  const sale = await sales.paid({ priceCents: 7_000 });
  const other = await sales.paid({ priceCents: 8_000 });
  const real = await sales.bank.listMovements(new Date(0), new Date(Date.now() + 400 * day));
  const mine = real.find(({ reference }) => reference === sale.reference)!;
  const theirs = real.find(({ reference }) => reference === other.reference)!;
  const strange = { ...mine, movementId: 'estranho', reference: null, amountCents: 123 };
  await sales.moveClock(day);
  vi.spyOn(sales.bank, 'listMovements').mockResolvedValueOnce([
    ...real.filter((each) => each !== mine && each !== theirs),
    { ...theirs, amountCents: 8_001 },
    strange,
  ]);
  await reconcileDay(sales.ctx);
  const { items } = await differences();
  expect(items).toMatchObject([
    { problem: 'theirs_missing', movementId: mine.movementId, ourCents: 7_000, theirCents: null },
    { problem: 'ours_missing', movementId: 'estranho', ourCents: null, theirCents: 123 },
    { problem: 'amount_differs', movementId: theirs.movementId, ourCents: 8_000, theirCents: 8_001 },
  ]);
  // Nothing is guessed: the books are unchanged.
  expect(await sales.stateOf(sale)).toBe('paid');
  await sales.checkBooks();
});

test('while the provider does not answer the day is not compared', async () => {
  await sales.moveClock(day);
  vi.spyOn(sales.bank, 'listMovements').mockRejectedValueOnce(new Error('away'));
  await expect(reconcileDay(sales.ctx)).rejects.toThrow('away');
  expect(await reconcileDay(sales.ctx)).toBe(1);
});

test('differences are append-only', async () => {
  await expect(sql`delete from payment_differences`.execute(sales.db)).rejects.toThrow();
  await expect(sql`update reconciled_days set differences = 0`.execute(sales.db)).rejects.toThrow();
});
