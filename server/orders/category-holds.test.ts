import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { categoryLimits } from '#domain/listings/categories.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { day, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';
import type { Person } from '#test/accounts/people.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const change = async (id: number, holdDays: number | null) => {
  const answer = await sales.request('PATCH', `/staff/categories/${id}`, {
    token: admin.token,
    body: { holdDays },
  });
  expect(answer.status, answer.text).toBe(200);
};

const settlementOf = async (sale: Placed) => (await sales.view(sale, sale.seller)).deal.settlement;
const holdDaysOf = async (sale: Placed) => Math.round((await settlementOf(sale)).holdMs / day);
const confirm = (sale: Placed) => sales.act(sale, sale.buyer, 'confirmation');

async function heldLine(sale: Placed, account: 'escrow' | 'pending_release') {
  const answer = await sales.request('GET', `/held-money/${account}`, { token: sale.seller.token });
  return answer.data.items[0];
}

/** Moves the clock to so many milliseconds after the delivery and runs everything that is due. */
async function goTo(sale: Placed, afterDeliveryMs: number): Promise<void> {
  const { deal, now } = await sales.view(sale, sale.seller);
  await sales.moveClock(Date.parse(deal.deliveredAt) + afterDeliveryMs - Date.parse(now));
  await sales.drain();
}

test('a sale in a category with a release delay of 14 days is released 14 days after its delivery and not a minute before', async () => {
  const categoryId = await sales.category({ name: 'Contas de jogos', holdDays: 14 });
  const sale = await sales.delivered({ categoryId, priceCents: 10_000 });
  await confirm(sale);
  const { deal } = await sales.view(sale, sale.seller);
  expect(Date.parse(deal.settlement.releaseAt) - Date.parse(deal.deliveredAt)).toBe(14 * day);
  await goTo(sale, 14 * day - minute);
  expect((await settlementOf(sale)).state).toBe('pending_release');
  await sales.moveClock(minute);
  await sales.drain();
  expect((await settlementOf(sale)).state).toBe('released');
  const { data } = await sales.request('GET', '/balances', { token: sale.seller.token });
  expect(data).toMatchObject({ availableCents: 9_010, held: { pending_release: { count: 0 } } });
});

test('seller, buyer and staff see the rule, the date and the category before and after completion', async () => {
  const categoryId = await sales.category({ name: 'Contas', holdDays: 14 });
  const sale = await sales.delivered({ categoryId, priceCents: 10_000 });
  const categoryHold = { category: 'Contas', days: 14 };
  const [waiting, { deal }] = [await heldLine(sale, 'escrow'), await sales.view(sale, sale.buyer)];
  expect(waiting).toMatchObject({ reason: 'awaiting_confirmation', categoryHold });
  expect(Date.parse(waiting.freeAt) - Date.parse(deal.deliveredAt)).toBe(14 * day);
  expect(deal.settlement).toEqual({
    state: 'in_escrow',
    releaseAt: null,
    holdMs: 14 * day,
    holdCategory: 'Contas',
  });
  await confirm(sale);
  expect(await heldLine(sale, 'pending_release')).toMatchObject({
    reason: 'on_hold',
    categoryHold,
    freeAt: waiting.freeAt,
  });
  const { data } = await sales.request('GET', `/staff/orders/${sale.id}`, { token: admin.token });
  expect(data.settlement).toMatchObject({ state: 'pending_release', holdDays: 14 });
});

test('without a delay of the category the general rule applies, and no category is named', async () => {
  const sale = await sales.delivered({ categoryId: await sales.category() });
  await confirm(sale);
  expect(await settlementOf(sale)).toMatchObject({ holdMs: 7 * day, holdCategory: null });
  expect(await heldLine(sale, 'pending_release')).toMatchObject({ reason: 'on_hold', categoryHold: null });
  const { data } = await sales.request('GET', `/staff/orders/${sale.id}`, { token: admin.token });
  expect(data.settlement.holdDays).toBeNull();
});

test('a change of the category does not affect orders placed before it', async () => {
  const categoryId = await sales.category({ holdDays: 14 });
  const listing = await sales.publishedListing({ categoryId, stock: 9 });
  const unpaid = await sales.place(await sales.user(), listing);
  const delivered = await sales.delivered({ categoryId });
  const concluded = await sales.delivered({ categoryId });
  await confirm(concluded);
  for (const holdDays of [90, 7, null]) {
    await change(categoryId, holdDays);
    const later = await sales.paid({ categoryId });
    expect(await holdDaysOf(later)).toBe(holdDays ?? 7);
  }
  await sales.bank.payCharge(unpaid.reference);
  await sales.act(unpaid, unpaid.seller, 'delivery-start');
  await sales.act(unpaid, unpaid.seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
  for (const sale of [unpaid, delivered]) await confirm(sale);
  for (const sale of [unpaid, delivered, concluded]) {
    const { deal } = await sales.view(sale, sale.seller);
    expect(Date.parse(deal.settlement.releaseAt) - Date.parse(deal.deliveredAt)).toBe(14 * day);
  }
});

test('a category without its own delay takes that of its nearest ancestor, also after it moved', async () => {
  const top = await sales.category({ holdDays: 30 });
  const branch = await sales.category({ parentId: top });
  const leaf = await sales.category({ parentId: branch });
  const elsewhere = await sales.category({ holdDays: 10 });
  const listing = await sales.publishedListing({ categoryId: leaf, stock: 9 });
  const bought = async () => {
    const sale = await sales.place(await sales.user(), listing);
    await sales.bank.payCharge(sale.reference);
    return holdDaysOf(sale);
  };
  const shown = async () => {
    const { data } = await sales.request('GET', '/public/categories');
    return data.items.find(({ id }: { id: number }) => id === leaf).holdDays;
  };
  expect([await bought(), await shown()]).toEqual([30, 30]);
  await change(branch, 21);
  expect([await bought(), await shown()]).toEqual([21, 21]);
  await change(leaf, 8);
  expect([await bought(), await shown()]).toEqual([8, 8]);
  await change(leaf, null);
  await change(branch, null);
  await sales.request('PUT', `/staff/categories/${branch}/place`, {
    token: admin.token,
    body: { parentId: elsewhere, position: 1 },
  });
  expect([await bought(), await shown()]).toEqual([10, 10]);
  await change(elsewhere, null);
  expect([await bought(), await shown()]).toEqual([7, null]);
});

test('a longer general rule applies to categories without their own delay only', async () => {
  const own = await sales.category({ holdDays: 14 });
  const follows = await sales.category();
  const { timers } = defaultRules;
  await sales.setRules({ timers: { ...timers, holdMs: 21 * day } });
  expect(await holdDaysOf(await sales.paid({ categoryId: own }))).toBe(14);
  expect(await holdDaysOf(await sales.paid({ categoryId: follows }))).toBe(21);
  await sales.setRules({ timers });
});

test('the public numbers state the general release delay and the longest one of a category with listings', async () => {
  const numbers = async () => {
    const { data } = await sales.request('GET', '/public/settings');
    return [data.holdMs, data.longestHoldMs];
  };
  const parent = await sales.category({ holdDays: 90 });
  const child = await sales.category({ parentId: parent });
  expect(await numbers()).toEqual([7 * day, 90 * day]);
  await change(child, 60);
  expect(await numbers()).toEqual([7 * day, 60 * day]);
  await change(child, 7);
  await change(parent, null);
});

test('twenty orders placed while the category changes each have the old or the new delay, and the books balance', async () => {
  const categoryId = await sales.category({ holdDays: 14 });
  const listing = await sales.publishedListing({ categoryId, stock: 20 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => sales.user()));
  const [placed] = await Promise.all([
    Promise.all(buyers.map((buyer) => sales.place(buyer, listing))),
    change(categoryId, 20),
  ]);
  const { rows } = await sql<{ days: number }>`
    select hold_days as days from orders where id = any(${placed.map(({ id }) => id)}::bigint[])`.execute(
    sales.db,
  );
  expect(rows.filter(({ days }) => days === 14 || days === 20)).toHaveLength(20);
});

test('PostgreSQL enforces the same bounds and refuses to change the delay of an order', async () => {
  const id = await sales.category();
  const { min, max } = categoryLimits.holdDays;
  const set = (days: number) =>
    sql`update categories set hold_days = ${days} where id = ${id}`.execute(sales.db);
  for (const days of [min, max]) await set(days);
  for (const days of [min - 1, max + 1, 0])
    await expect(set(days)).rejects.toThrow('categories_hold_days_check');
  await expect(sql`update orders set hold_days = 7`.execute(sales.db)).rejects.toThrow('permission denied');
});
