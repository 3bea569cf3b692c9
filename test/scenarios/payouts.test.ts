import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day, hour } from '#test/orders/sales.ts';
import { payoutReference } from '#server/withdrawals/references.ts';
import { note, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

/** The seller's net amount of R$ 500,00. */
const earned = 45_050;

const ask = async (who: Person, amountCents: number): Promise<number> =>
  (await stage.does(who, '/withdrawals', { amountCents })).id;
const decide = (id: number, decision: 'approve' | 'reject') =>
  stage.does(stage.admin, `/staff/withdrawals/${id}/decision`, { decision, note });

async function state(id: number): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(
    stage.db,
  );
  return rows[0]!.state;
}

const free = async (who: Person) => (await stage.purse(who)).availableCents;

test('a withdrawal is approved and paid, and the second of the month costs its fee', async () => {
  const seller = await stage.seller();
  const first = await ask(seller, 10_000);
  await decide(first, 'approve');
  const next = await ask(seller, 10_000);
  await decide(next, 'approve');
  expect([await state(first), await state(next)]).toEqual(['paid', 'paid']);
  expect(await free(seller)).toBe(earned - 20_000);
  const { rows } = await sql<{ cents: number }>`
    select sum(amount_cents)::int as cents from simulator.payouts where pix_key = ${seller.cpf}`.execute(
    stage.db,
  );
  expect(rows[0]!.cents).toBe(19_750);
});

test('the bank refuses once and accepts the second time', async () => {
  const seller = await stage.seller();
  const id = await ask(seller, 10_001);
  await decide(id, 'approve');
  await stage.pass(hour);
  expect(await state(id)).toBe('paid');
});

test('the bank never accepts it: every centavo is returned, the fee too', async () => {
  const seller = await stage.seller();
  await decide(await ask(seller, 10_000), 'approve');
  const id = await ask(seller, 10_252);
  await decide(id, 'approve');
  await stage.pass(hour);
  expect(await state(id)).toBe('returned');
  expect(await free(seller)).toBe(earned - 10_000);
});

test('the bank returns a paid withdrawal: the money is requested again and arrives', async () => {
  const seller = await stage.seller();
  const before = await stage.purse(seller);
  const id = await ask(seller, 10_000);
  await decide(id, 'approve');
  await stage.pass(day);
  expect(await state(id)).toBe('paid');
  await stage.bank.returnPayout(payoutReference(id, 1));
  await stage.pass(0);
  expect(await state(id)).toBe('returned');
  expect(await free(seller)).toBe(before.availableCents);
  const again = await ask(seller, 10_000);
  await decide(again, 'approve');
  await stage.pass(day);
  expect([await state(id), await state(again)]).toEqual(['returned', 'paid']);
  expect(await free(seller)).toBe(earned - 10_000);
});

test('its owner cancels it, or staff refuse it: the balance is as before', async () => {
  const seller = await stage.seller();
  const [mine, refused] = [await ask(seller, 10_000), await ask(seller, 20_000)];
  expect(await free(seller)).toBe(earned - 30_000);
  await stage.does(seller, `/withdrawals/${mine}/cancellation`);
  await decide(refused, 'reject');
  expect([await state(mine), await state(refused)]).toEqual(['cancelled', 'rejected']);
  expect(await free(seller)).toBe(earned);
});

test('a withdrawal waits a day after a security change', async () => {
  const seller = await stage.seller();
  await sql`update users set security_changed_at = market_now() where id = ${seller.id}`.execute(stage.db);
  const refused = await stage.post(seller, '/withdrawals', { amountCents: 10_000 });
  expect([refused.status, refused.body.code]).toEqual([409, 'withdrawal_cool_down']);
  expect(await free(seller)).toBe(earned);
  await stage.pass(24 * hour);
  await decide(await ask(seller, 10_000), 'approve');
});

test('a suspended person can still withdraw their money (N02)', async () => {
  const seller = await stage.seller();
  await stage.sanction(seller, 'suspend');
  const id = await ask(seller, earned);
  await decide(id, 'approve');
  expect(await state(id)).toBe('paid');
});

test('a refund as balance buys the next item, and is refunded as balance again (M8)', async () => {
  const sale = await stage.delivered({ codes: stage.codes(1), priceCents: 10_000 });
  await stage.on(sale, sale.buyer, 'regret', { destination: 'balance' });
  await stage.pass(0);
  expect(await stage.purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 10_000 });
  const listing = await stage.publishedListing({ priceCents: 6_000 });
  const next = await stage.place(sale.buyer, listing, 1, 'balance');
  expect(await stage.purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 4_000 });
  await stage.on(next, next.seller, 'cancellation', { reason: 'no_stock' });
  await stage.pass(0);
  expect(await stage.purse(sale.buyer)).toMatchObject({ purchaseCreditCents: 10_000 });
  expect(await stage.standing(next)).toEqual({ order: 'cancelled', money: 'reversed', backCents: 6_000 });
});

test('a debt does not prevent a withdrawal: half of the amount pays the debt', async () => {
  const seller = await stage.user();
  const sale = await stage.released({ seller, priceCents: 10_000 });
  await decide(await ask(seller, 9_010), 'approve');
  await stage.on(sale, seller, 'refunds', { amountCents: 10_000, note });
  await stage.released({ seller, priceCents: 20_000 });
  expect(await free(seller)).toBe(9_010);
  await decide(await ask(seller, 9_000), 'approve');
  await stage.pass(day);
});
