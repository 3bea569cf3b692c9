import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultListingRules } from '#domain/listings/rules.ts';
import { sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import type { SellerLevel } from '#domain/accounts/seller-levels/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import { giveLevel } from '#test/accounts/seller-levels.ts';
import { day, minute, openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
  // Interviews the sellers of the highest level.
  await sales.user({ role: 'admin' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

async function sellerAt(level: SellerLevel): Promise<Person> {
  const seller = await sales.user();
  await giveLevel(sales, seller, level);
  return seller;
}

const terms = async ({ id }: { id: number }) => {
  const { rows } = await sql<{ level: string; days: number | null; bps: number; cents: number }>`
    select seller_level as level, level_hold_days as days, commission_bps as bps, commission_cents as cents
    from orders where id = ${id}`.execute(sales.db);
  return rows[0]!;
};

const settlementOf = async (sale: Placed) => (await sales.view(sale, sale.seller)).deal.settlement;

test.each([
  ['new', 990, null, 7],
  ['bronze', 990, null, 7],
  ['silver', 940, 5, 5],
  ['gold', 890, 3, 3],
  ['diamond', 840, 1, 1],
] as const)(
  'an order of a %s seller has their fee and their release delay (§4.3, §4.5)',
  async (level, bps, days, hold) => {
    const sale = await sales.placed({ seller: await sellerAt(level), priceCents: 10_000 });
    expect(await terms(sale)).toEqual({ level, days, bps, cents: bps });
    await sales.bank.payCharge(sale.reference);
    expect(Math.round((await settlementOf(sale)).holdMs / day)).toBe(hold);
  },
);

test('the money of a gold seller is released three days after the delivery and not a minute before, and a regret is refunded after it', async () => {
  const seller = await sellerAt('gold');
  const sale = await sales.delivered({ seller, priceCents: 10_000 });
  await sales.act(sale, sale.buyer, 'confirmation');
  const { data: held } = await sales.request('GET', '/held-money/pending_release', { token: seller.token });
  expect(held.items[0]).toMatchObject({ reason: 'on_hold', categoryHold: null });
  await sales.moveClock(3 * day - 5 * minute);
  await sales.drain();
  expect((await settlementOf(sale)).state).toBe('pending_release');
  await sales.moveClock(6 * minute);
  await sales.drain();
  expect((await settlementOf(sale)).state).toBe('released');
  await sales.moveClock(3 * day);
  const regret = await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'original' });
  expect(regret.status, regret.text).toBe(201);
});

test('a level shortens no delay that a category sets, and none of a risky category', async () => {
  const seller = await sellerAt('diamond');
  const accounts = await sales.category({ holdDays: 14 });
  const risky = await sales.category({ riskClass: 'risky' });
  const below = await sales.category({ parentId: await sales.category({ riskClass: 'risky' }) });
  for (const [categoryId, days] of [
    [accounts, 14],
    [risky, 7],
    [below, 7],
  ] as const) {
    const sale = await sales.paid({ seller, categoryId });
    expect(await terms(sale)).toMatchObject({ level: 'diamond', days: null });
    expect(Math.round((await settlementOf(sale)).holdMs / day)).toBe(days);
  }
});

test('a level that changes later leaves the orders placed before as they were', async () => {
  const seller = await sellerAt('diamond');
  const sale = await sales.delivered({ seller, priceCents: 10_000 });
  await giveLevel(sales, seller, 'bronze');
  await sales.act(sale, sale.buyer, 'confirmation');
  expect(await terms(sale)).toEqual({ level: 'diamond', days: 1, bps: 840, cents: 840 });
  await sales.moveClock(day + minute);
  await sales.drain();
  expect((await settlementOf(sale)).state).toBe('released');
});

test('twenty orders placed while the level changes have the fee and the delay of one level each', async () => {
  const seller = await sellerAt('bronze');
  const listing = await sales.publishedListing({ seller, stock: 20, priceCents: 10_000 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => sales.user()));
  const [placed] = await Promise.all([
    Promise.all(buyers.map((buyer) => sales.place(buyer, listing))),
    giveLevel(sales, seller, 'gold'),
  ]);
  for (const sale of placed) {
    const found = await terms(sale);
    expect([
      { level: 'bronze', days: null, bps: 990, cents: 990 },
      { level: 'gold', days: 3, bps: 890, cents: 890 },
    ]).toContainEqual(found);
  }
});

test('twenty orders placed while the thermometer turns red are placed or refused in words, and none after it', async () => {
  const seller = await sellerAt('silver');
  const listing = await sales.publishedListing({ seller, stock: 30 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => sales.user()));
  const [answers] = await Promise.all([
    Promise.all(buyers.map((buyer) => sales.order(buyer, listing))),
    giveLevel(sales, seller, 'silver', 'red'),
  ]);
  for (const { status, body } of answers)
    expect(status === 201 || body.code === 'listing_unavailable', JSON.stringify(body)).toBe(true);
  expect((await sales.order(await sales.user(), listing)).body.code).toBe('listing_unavailable');
});

test('a silver and green seller is published without review, others are not (L03)', async () => {
  await sales.setRules({
    listings: { ...defaultListingRules, autoPublish: 'trusted_sellers', sampledBps: 0 },
  });
  let made = 0;
  const submit = async (seller: Person, categoryId?: number) => {
    const { id } = await sales.draft({
      seller,
      title: `Peça rara número ${++made}`,
      description: `Uma descrição única com o número ${made} dentro dela.`,
      ...(categoryId && { categoryId }),
    });
    const sent = await sales.request('POST', `/listings/${id}/submission`, {
      token: seller.token,
      key: true,
    });
    return sent.data.state;
  };
  const silver = await sellerAt('silver');
  expect(await submit(silver)).toBe('published');
  expect(await submit(silver, await sales.category({ riskClass: 'risky' }))).toBe('in_review');
  expect(await submit(await sellerAt('bronze'))).toBe('in_review');
  await giveLevel(sales, silver, 'silver', 'yellow');
  expect(await submit(silver)).toBe('in_review');
  await sales.setRules({ listings: defaultListingRules });
});

/** What the buyer of a delivered order may do, and for how long after its delivery, in milliseconds. */
async function rightsOf(sale: Placed) {
  const { deal } = await sales.view(sale, sale.buyer);
  const after = (until: string) => Date.parse(until) - Date.parse(deal.deliveredAt);
  return {
    regret: after(deal.regretUntil),
    others: {
      confirm: after(deal.dueAt),
      complain: after(deal.complaintUntil),
      actions: deal.actions,
      terms: deal.terms,
    },
  };
}

test.each([
  ['a manual delivery', () => ({})],
  ['codes', () => ({ codes: [randomUUID(), randomUUID()] })],
])('no level shortens a right of the buyer of %s (§4.13)', async (_, delivery) => {
  const of = async (level: SellerLevel) =>
    rightsOf(await sales.delivered({ seller: await sellerAt(level), ...delivery() }));
  const ofNew = await of('new');
  for (const level of sellerLevels) {
    const rights = await of(level);
    expect(rights.others, level).toEqual(ofNew.others);
    // It ends with a day, so it differs by when in the day the delivery was.
    expect(rights.regret, level).toBeGreaterThan(ofNew.regret - minute);
  }
});
