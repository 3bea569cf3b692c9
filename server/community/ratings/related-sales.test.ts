import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { giveBack } from '#server/refunds/give-back.ts';
import { pauseForComplaint } from '#server/refunds/complaint-moves.ts';
import { withLockedOrder } from '#test/orders/locked-orders.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterAll(() => sales.close());

const praise = { stars: 5, description: 5, punctuality: 5, service: 5, text: 'Muito bom.' };

/** Completes the order and rates it by both sides, which publishes the ratings. */
async function rated(sale: Placed): Promise<void> {
  await sales.act(sale, sale.buyer, 'confirmation');
  const rate = (who: Person, body: object) =>
    sales.request('PUT', `/orders/${sale.hash}/rating`, { token: who.token, key: true, body });
  expect((await rate(sale.buyer, praise)).status).toBe(200);
  expect((await rate(sale.seller, { stars: 5, text: 'Tudo certo.' })).status).toBe(200);
  await later();
}

async function later(): Promise<void> {
  await sales.moveClock(20_000);
  await sales.drain();
}

async function figures(sale: Placed) {
  const profile = `/public/profiles/${sale.seller.username}`;
  const { rows } = await sql<{
    sold: number;
  }>`select sold from listings where id = ${sale.listingId}`.execute(sales.db);
  return {
    score: (await sales.request('GET', `${profile}/ratings?role=seller`)).data.seller.count,
    sales: (await sales.request('GET', profile)).data.salesCount,
    sold: rows[0]!.sold,
  };
}

async function relationOf({ id }: Placed) {
  const { token } = await sales.user({ role: 'admin' });
  return (await sales.request('GET', `/staff/orders/${id}`, { token })).data.relation;
}

const counted = { score: 1, sales: 1, sold: 1 };
const nothing = { score: 0, sales: 0, sold: 0 };

async function shareDevice({ id }: Person, other: Person): Promise<void> {
  await sql`insert into devices (user_id, token_hash) select unnest(array[${id}, ${other.id}]::bigint[]),
    sha256(${String(id)}::bytea)`.execute(sales.db);
}
const networkOf = (who: Person, ip: string) =>
  sql`update sessions set ip = ${ip} where user_id = ${who.id}`.execute(sales.db);

test('a second account on the same device buys, confirms and rates, and the seller gains nothing (T109)', async () => {
  const sale = await sales.delivered();
  await shareDevice(sale.buyer, sale.seller);
  await rated(sale);
  expect(await figures(sale)).toEqual(nothing);
  expect(await relationOf(sale)).toMatchObject({ reasons: ['device'], excluded: true });
  const { rows } =
    await sql`select from events where kind = 'order.sides_related' and subject_id = ${sale.id}`.execute(
      sales.db,
    );
  expect(rows).toHaveLength(1);
});

test.each<[string, (sale: Placed) => Promise<unknown>]>([
  ['device', ({ buyer, seller }) => shareDevice(buyer, seller)],
  [
    'document',
    ({ buyer, seller }) => sql`update users set cpf = ${seller.cpf} where id = ${buyer.id}`.execute(sales.db),
  ],
])('the same %s that shows up after the rating takes the sale out as well', async (reason, appear) => {
  const sale = await sales.delivered();
  await rated(sale);
  expect(await figures(sale)).toEqual(counted);
  await appear(sale);
  await later();
  expect(await figures(sale)).toEqual(nothing);
  expect(await relationOf(sale)).toMatchObject({ reasons: [reason], excluded: true });
});

test('a payout to the key of the other side excludes the sale', async () => {
  const sale = await sales.delivered();
  await rated(sale);
  const earned = await sales.released({ seller: sale.buyer });
  for (const { seller } of [earned, sale]) {
    await sql`update users set cpf = ${sale.seller.cpf} where id = ${seller.id}`.execute(sales.db);
    const body = { amountCents: 3_000 };
    await sales.request('POST', '/withdrawals', { token: seller.token, key: true, body });
  }
  await later();
  expect((await relationOf(sale)).reasons).toEqual(expect.arrayContaining(['document', 'payout_key']));
  expect((await figures(sale)).score).toBe(0);
});

test('a Pix paid from the document of the seller excludes the sale', async () => {
  const listing = await sales.publishedListing({ stock: 1 });
  const sale = await sales.place(await sales.user(), listing);
  await sales.bank.payCharge(sale.reference, { payerDocument: sale.seller.cpf });
  await later();
  expect(await sales.stateOf(sale)).toBe('paid');
  await sales.act(sale, sale.seller, 'delivery-start');
  await sales.act(sale, sale.seller, 'delivery', { note: 'Entregue no jogo.' });
  await rated(sale);
  expect(await figures(sale)).toEqual(nothing);
});

test('a family on one network keeps its ratings, and staff see that the network is the same', async () => {
  const sale = await sales.delivered();
  await networkOf(sale.buyer, '2001:db8:1:2::7');
  await networkOf(sale.seller, '2001:db8:1:2:ffff::9');
  await rated(sale);
  expect(await figures(sale)).toEqual(counted);
  expect(await relationOf(sale)).toMatchObject({ reasons: ['network'], excluded: false });
});

test('people of different networks are not related', async () => {
  const sale = await sales.delivered();
  await networkOf(sale.buyer, '203.0.113.7');
  await networkOf(sale.seller, '203.0.113.8');
  await rated(sale);
  expect(await relationOf(sale)).toBeNull();
});

test('the ratings of an order that is fully refunded later leave the scores', async () => {
  const sale = await sales.delivered();
  await rated(sale);
  expect(await figures(sale)).toEqual(counted);
  await withLockedOrder(sales.db, sale, (tx, order) =>
    pauseForComplaint(tx, order, { actor: 'buyer', viewer: sale.buyer }),
  );
  await withLockedOrder(sales.db, sale, (tx, order) =>
    giveBack(sales.ctx, tx, order, {
      amountCents: sale.totalCents,
      event: 'refund_complaint',
      reason: 'complaint',
      by: { actor: 'system', viewer: null },
    }),
  );
  await later();
  expect(await sales.stateOf(sale)).toBe('refunded');
  expect(await figures(sale)).toEqual(nothing);
});
