import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { balances } from '#server/ledger/queries.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** A person with R$ 90,10 available for each R$ 100,00 sold. */
async function rich(priceCents = 10_000): Promise<Person> {
  return (await sales.released({ priceCents })).seller;
}

const moneyOf = async ({ id }: Person) => {
  const { availableCents, purchaseCreditCents } = await balances(sales.db, id);
  return { availableCents, purchaseCreditCents };
};
const buy = (buyer: Person, listing: { id: number; priceCents: number }) =>
  sales.order(buyer, listing, 1, {}, 'balance');

test('a purchase from the balance is paid at once, delivers its codes and calls no provider', async () => {
  const buyer = await rich();
  const listing = await sales.publishedListing({ priceCents: 4_000, codes: sales.codes(1) });
  const answer = await buy(buyer, listing);
  expect([answer.status, answer.data.state]).toEqual([201, 'delivered']);
  expect(await moneyOf(buyer)).toEqual({ availableCents: 5_010, purchaseCreditCents: 0 });
  const { rows } = await sql`select method, provider, state, received_cents, end_to_end_id from payments
    where order_id = ${answer.data.id}`.execute(sales.db);
  expect(rows).toEqual([
    {
      method: 'balance',
      provider: 'balance',
      state: 'confirmed',
      received_cents: 4_000,
      end_to_end_id: null,
    },
  ]);
  const { rows: charges } =
    await sql`select from simulator.charges c join payments p on p.reference = c.reference
    where p.order_id = ${answer.data.id}`.execute(sales.db);
  expect(charges).toEqual([]);
});

test('a purchase that costs more than the balance is refused and reserves nothing', async () => {
  const buyer = await rich();
  const listing = await sales.publishedListing({ priceCents: 9_011, stock: 1 });
  const answer = await buy(buyer, listing);
  expect([answer.status, answer.body.code, answer.body.meta]).toEqual([
    409,
    'insufficient_balance',
    { spendableCents: 9_010 },
  ]);
  expect(await sales.listing(listing.id)).toMatchObject({ stock: 1, state: 'published' });
  expect(await moneyOf(buyer)).toEqual({ availableCents: 9_010, purchaseCreditCents: 0 });
});

test('a refund becomes purchase credit, which the next purchase uses first', async () => {
  const buyer = await rich();
  const listing = await sales.publishedListing({ priceCents: 3_000, stock: 5 });
  const first = await buy(buyer, listing);
  const back = await sales.request('POST', `/orders/${first.data.hash}/withdrawal-of-purchase`, {
    token: buyer.token,
    key: true,
  });
  expect(back.data.state).toBe('cancelled');
  await sales.drain();
  expect(await moneyOf(buyer)).toEqual({ availableCents: 6_010, purchaseCreditCents: 3_000 });
  const dearer = await sales.publishedListing({ priceCents: 5_000 });
  expect((await buy(buyer, dearer)).data.state).toBe('paid');
  expect(await moneyOf(buyer)).toEqual({ availableCents: 4_010, purchaseCreditCents: 0 });
});

test('of twenty concurrent purchases with balance for one, one is paid and the others leave no trace', async () => {
  const buyer = await rich();
  const listing = await sales.publishedListing({ priceCents: 9_010, stock: 20 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(buyer, listing)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 19 }, () => 409),
  ]);
  expect(await moneyOf(buyer)).toEqual({ availableCents: 0, purchaseCreditCents: 0 });
  const { rows } = await sql`select count(*)::int from orders where buyer_id = ${buyer.id}`.execute(sales.db);
  expect(rows).toEqual([{ count: 1 }]);
  expect(await sales.listing(listing.id)).toMatchObject({ stock: 19 });
});

test('of a purchase and a withdrawal of the same money only one succeeds', async () => {
  const buyer = await rich();
  const listing = await sales.publishedListing({ priceCents: 9_010 });
  const [bought, withdrawn] = await Promise.all([
    buy(buyer, listing),
    sales.request('POST', '/withdrawals', { token: buyer.token, key: true, body: { amountCents: 9_010 } }),
  ]);
  expect([bought.status, withdrawn.status].toSorted()).toEqual([201, 409]);
  expect(await moneyOf(buyer)).toEqual({ availableCents: 0, purchaseCreditCents: 0 });
});
