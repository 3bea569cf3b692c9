import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { shortLevelRules } from '#test/accounts/seller-levels.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
let seller: Person;
beforeAll(async () => {
  sales = await openSales();
  await sales.setRules({ sellerLevels: shortLevelRules });
  seller = await sales.user();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

async function sell(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const sale = await sales.delivered({ seller });
    await sales.act(sale, sale.buyer, 'confirmation');
  }
}

async function cancel(count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await sales.act(await sales.paid({ seller }), seller, 'cancellation', { reason: 'no_stock' });
}

/** A month passes; the level after its check, with the terms of a new order. */
async function nextMonth() {
  await sales.moveClock(31 * day);
  await sales.drain();
  const { rows } = await sql<{ level: string; colour: string | null }>`
    select level, colour from seller_levels where user_id = ${seller.id}`.execute(sales.db);
  return rows[0]!;
}

async function termsNow(): Promise<{ holdDays: number; commissionBps: number }> {
  const sale: Placed = await sales.paid({ seller });
  const { deal } = await sales.view(sale, seller);
  await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
  const { rows } = await sql<{ commissionBps: number }>`
    select commission_bps as "commissionBps" from orders where id = ${sale.id}`.execute(sales.db);
  return { holdDays: deal.settlement.holdMs / day, ...rows[0]! };
}

test('a seller goes from Novo to Diamante month by month, and each level brings its terms (§4.13)', async () => {
  expect(await termsNow()).toEqual({ holdDays: 7, commissionBps: 990 });
  await sell(2);
  expect(await nextMonth()).toEqual({ level: 'bronze', colour: 'green' });
  expect(await termsNow()).toEqual({ holdDays: 7, commissionBps: 990 });
  await sell(2);
  expect(await nextMonth()).toEqual({ level: 'silver', colour: 'green' });
  expect(await termsNow()).toEqual({ holdDays: 5, commissionBps: 940 });
  await sell(2);
  expect(await nextMonth()).toEqual({ level: 'gold', colour: 'green' });
  expect(await termsNow()).toEqual({ holdDays: 3, commissionBps: 890 });
  await sell(2);
  expect(await nextMonth()).toEqual({ level: 'gold', colour: 'green' });
  const admin = await sales.user({ role: 'admin' });
  const interviewed = await sales.request('PUT', `/staff/users/${seller.id}/seller-interview`, {
    token: admin.token,
    body: { reason: 'Conversa por vídeo sobre estoque e prazos.' },
  });
  expect(interviewed.status, interviewed.text).toBe(200);
  expect(await nextMonth()).toEqual({ level: 'diamond', colour: 'green' });
  expect(await termsNow()).toEqual({ holdDays: 1, commissionBps: 840 });
});

test('two bad months take the level back after a warning, and red stops new orders until the cases are old', async () => {
  await cancel(3);
  expect(await nextMonth()).toEqual({ level: 'diamond', colour: 'red' });
  const listing = await sales.publishedListing({ seller });
  const refused = await sales.order(await sales.user(), listing);
  expect([refused.status, refused.body.code]).toEqual([409, 'listing_unavailable']);
  expect((await nextMonth()).level).toBe('bronze');
  await sales.moveClock(366 * day);
  await sales.drain();
  expect((await nextMonth()).colour).toBeNull();
  expect(await termsNow()).toEqual({ holdDays: 7, commissionBps: 990 });
  const { rows } = await sql<{ outcome: string }>`
    select outcome from seller_checks where user_id = ${seller.id} and outcome <> 'unchanged' order by month`.execute(
    sales.db,
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'raised',
    'raised',
    'raised',
    'raised',
    'warned',
    'lowered',
  ]);
});
