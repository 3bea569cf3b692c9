import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAsaas } from '#server/adapters/payments/asaas.ts';
import type { Ctx } from '#server/context.ts';
import { afterCommitMs } from '#server/http/after-commit.ts';
import { placeOrder } from '#server/orders/placement.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { startAsaas } from '#test/payments/doubles/asaas.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { chargePayments } from './jobs.ts';

let sales: Sales;
let asaas: Awaited<ReturnType<typeof startAsaas>>;
/** A second process on the same database. */
let worker: Ctx;

beforeAll(async () => {
  sales = await openSales();
  asaas = await startAsaas();
  Object.assign(sales.ctx, { payments: createAsaas(asaas.settings) });
  worker = { ...sales.ctx, payments: createAsaas(asaas.settings) };
});
afterEach(() => sales.checkBooks());
afterAll(async () => {
  await asaas.close();
  await sales.close();
});

const chargesOf = (reference: string) =>
  asaas.payments.filter(({ externalReference }) => externalReference === reference);
const stateOf = async (reference: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from payments where reference = ${reference}`.execute(sales.db);
  return rows[0]!.state;
};

const isStill = (work: Promise<unknown>) => Promise.race([work.then(() => false), sleep(5, true)]);

test('a sweep of another process opens no second charge while the first is being opened', async () => {
  asaas.slowDown(40);
  const placed = sales.placed();
  while (await isStill(placed)) await chargePayments.run(worker);
  asaas.slowDown(0);
  const { reference } = await placed;
  expect(chargesOf(reference)).toHaveLength(1);
  expect(await stateOf(reference)).toBe('pending');
});

test('a charge that the bank did not open is asked for again at once, by one of two sweeps', async () => {
  asaas.fail('broken', 'broken');
  const { reference } = await sales.placed();
  expect([await stateOf(reference), chargesOf(reference).length]).toEqual(['created', 0]);
  asaas.slowDown(40);
  await Promise.all([chargePayments.run(worker), chargePayments.run(sales.ctx)]);
  asaas.slowDown(0);
  expect([await stateOf(reference), chargesOf(reference).length]).toEqual(['pending', 1]);
});

test('an order is answered within seconds although the bank is silent, and its charge is opened behind the reply', async () => {
  const [buyer, listing] = [await sales.user(), await sales.publishedListing()];
  asaas.slowDown(6_000);
  const since = performance.now();
  const { reference } = await sales.place(buyer, listing);
  expect(performance.now() - since).toBeLessThan(afterCommitMs + 1_500);
  expect(await stateOf(reference)).toBe('created');
  asaas.slowDown(0);
  await expect.poll(() => stateOf(reference)).toBe('pending');
  expect(chargesOf(reference)).toHaveLength(1);
});

test.each([
  ['before it asked', false],
  ['after the bank had opened it', true],
])('the charge of a process that died %s is found by the sweep after a while', async (_, opened) => {
  const [buyer, listing] = [await sales.user(), await sales.publishedListing()];
  const { charge } = await inTransaction(sales.db, (tx) =>
    placeOrder(sales.ctx, tx, buyer, {
      listingId: listing.id,
      quantity: 1,
      expectedTotalCents: listing.priceCents,
      method: 'pix',
    }),
  );
  const { reference, paymentId } = charge!;
  const payer = { name: 'Ana Souza', email: 'ana@exemplo.com.br', document: '11144477735' };
  if (opened) await worker.payments.createPixCharge({ ...charge!, payer, receiverName: 'Praça' });
  await chargePayments.run(worker);
  expect(await stateOf(reference)).toBe('created');
  await sql`update payments set asked_until = now() where id = ${paymentId}`.execute(sales.db);
  await chargePayments.run(worker);
  expect([await stateOf(reference), chargesOf(reference).length]).toEqual(['pending', 1]);
});
