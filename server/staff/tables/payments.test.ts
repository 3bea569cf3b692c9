import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import { minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  [admin, support] = [await sales.user({ role: 'admin' }), await sales.user({ role: 'support' })];
});
afterAll(async () => {
  await sales.checkBooks();
  await sales.close();
});

const call = (who: Person, method: string, path: string) =>
  sales.request(method, path, { token: who.token, key: true });

async function health() {
  sales.forgetCaches();
  const { data, status, text } = await call(support, 'GET', '/staff/payment-health');
  expect(status, text).toBe(200);
  return data;
}

test('payment health covers the last day: outcomes of charges, their duration and the pending ones', async () => {
  expect(await health()).toMatchObject({
    opened: 0,
    ended: 0,
    averageMs: null,
    waitingLong: 0,
    unstable: [],
  });
  const first = await sales.placed();
  await sales.moveClock(2 * minute);
  await sales.bank.payCharge(first.reference);
  const forgotten = await sales.placed();
  expect(await health()).toMatchObject({ opened: 2, ended: 1, confirmed: 1, waitingLong: 0 });
  await sales.moveClock(31 * minute);
  const left = await health();
  expect(left.waitingLong).toBe(1);
  expect(left.averageMs).toBeGreaterThanOrEqual(2 * minute);
  await sales.drain();
  expect(await sales.stateOf(forgotten)).toBe('expired');
  expect(await health()).toMatchObject({ opened: 2, ended: 2, confirmed: 1, waitingLong: 0 });
  await sales.moveClock(24 * 60 * minute);
  expect(await health()).toMatchObject({ opened: 0, ended: 0, averageMs: null });
});

test('a provider that opens no charge for a minute is unstable since the oldest payable charge', async () => {
  // The simulated provider does not answer for amounts that end in 92 cents.
  const sale = await sales.placed({ priceCents: 10_092 });
  expect((await health()).unstable).toEqual([]);
  await sales.moveClock(2 * minute);
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from payments where order_id = ${sale.id}`.execute(sales.db);
  const since = rows[0]!.created_at.toISOString();
  expect((await health()).unstable).toEqual([{ method: 'pix', since }]);
  // The public endpoint of payment methods reports the same.
  sales.forgetCaches();
  const { data } = await sales.request('GET', '/public/payment-methods');
  expect(data.items).toContainEqual({ method: 'pix', unstableSince: since });
  expect(data.items).toContainEqual({ method: 'balance', unstableSince: null });
  await sales.moveClock(31 * minute);
  await sales.drain();
  expect((await health()).unstable).toEqual([]);
});

test('an admin reconciles all pending charges and gets the counts; support is refused', async () => {
  // The simulated provider loses the notice for amounts that end in 93 cents.
  const paid = await sales.placed({ priceCents: 10_093 });
  await sales.bank.payCharge(paid.reference);
  const waiting = await sales.placed();
  const unknown = await sales.placed({ priceCents: 10_092 });
  await sales.moveClock(2 * minute);
  const path = '/staff/payment-reconciliations';
  expect((await call(support, 'POST', path)).body.code).toBe('forbidden');
  expect(await sales.stateOf(paid)).toBe('awaiting_payment');
  const { data } = await call(admin, 'POST', path);
  expect(data).toMatchObject({ updated: 1, unknown: 1, unanswered: 0 });
  expect(data.asked).toBeGreaterThanOrEqual(3);
  expect(await sales.stateOf(paid)).toBe('paid');
  expect(await sales.stateOf(waiting)).toBe('awaiting_payment');
  expect(await sales.stateOf(unknown)).toBe('awaiting_payment');
  expect((await call(admin, 'POST', path)).data).toMatchObject({ updated: 0 });
  const log = await call(support, 'GET', '/staff/audit-log?subject=installation');
  expect(log.data.items[0]).toMatchObject({
    kind: 'payment.reconciled',
    actor: admin.username,
  });
});

test('a payment shows every attempt, the provider’s notices and the decisions about it', async () => {
  const sale = await sales.paid();
  const found = await call(support, 'GET', `/staff/payments?q=${sale.reference}`);
  const { id } = found.data.items[0];
  await call(admin, 'POST', `/staff/payments/${id}/reconciliation`);
  const { data } = await call(support, 'GET', `/staff/payments/${id}`);
  expect(data).toMatchObject({
    id,
    reference: sale.reference,
    attempts: [{ id, method: 'pix', state: 'confirmed', declinedReason: null }],
    events: [{ kind: 'charge', processedAt: expect.any(String), attempts: 0 }],
    history: [{ kind: 'payment.reconciled', actor: admin.username }],
  });
  expect((await call(support, 'GET', '/staff/payments/999999')).status).toBe(404);
});

test('money without an order is listed with a suggested order and the reason', async () => {
  const receipts = paymentProofsOf(sales);
  const sale = await receipts.owed({ priceCents: 7_321 });
  const twin = await receipts.owed({ priceCents: 7_321 });
  await sql`update users set full_name = 'Bruno Carvalho Dias' where id = ${sale.buyer.id}`.execute(sales.db);
  await sales.moveClock(minute);
  await receipts.line(7_321, 'BRUNO C DIAS');
  await receipts.line(7_321, 'MERCADO QUALQUER');
  await receipts.line(7_322, 'BRUNO C DIAS');
  const { data } = await call(support, 'GET', '/staff/stray-money');
  const seen = data.items.map((item: { amountCents: number; payerName: string; suggestion: Suggestion }) => [
    item.amountCents,
    item.payerName,
    item.suggestion && [item.suggestion.order.id, item.suggestion.because],
  ]);
  expect(seen).toEqual(
    expect.arrayContaining([
      [7_321, 'B•••• C D•••', [sale.id, 'amount_and_name']],
      [7_321, 'M•••••• Q•••••••', [twin.id, 'amount']],
      [7_322, 'B•••• C D•••', null],
    ]),
  );
});

test('a payment that the provider lists and the books lack names its charge until it is booked', async () => {
  const sale = await sales.placed({ priceCents: 4_444 });
  await sql`insert into payment_differences (provider, day, kind, problem, movement_id, reference, their_cents)
    values ('simulator', '2026-01-05', 'receipt', 'ours_missing', 'E-stray-1', ${sale.reference}, 4444)`.execute(
    sales.db,
  );
  const { data } = await call(support, 'GET', '/staff/stray-money');
  expect(data.items).toContainEqual(
    expect.objectContaining({
      source: 'provider',
      movementId: 'E-stray-1',
      suggestion: expect.objectContaining({ because: 'reference' }),
    }),
  );
});

type Suggestion = { order: { id: number }; because: string } | null;
