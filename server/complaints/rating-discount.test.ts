import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import { hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';

let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

/** Both sides rate, and what they wrote is published. */
async function rate(sale: Placed, stars: number): Promise<void> {
  const put = (token: string, body: object) =>
    market.sales.request('PUT', `/orders/${sale.hash}/rating`, { token, key: true, body });
  await put(sale.seller.token, { stars: 5, text: 'Pagou na hora.' });
  const grades = { stars, description: stars, punctuality: stars, service: stars };
  const { status, text } = await put(sale.buyer.token, { ...grades, text: 'Veio outra coisa.' });
  expect(status, text).toBe(200);
}

/** A sale confirmed and rated, complained about within the warranty and before the team. */
async function disputed(stars: number): Promise<Dispute> {
  const sale = await market.sales.delivered();
  await market.sales.act(sale, sale.buyer, 'confirmation');
  await rate(sale, stars);
  return mediated(sale);
}

async function mediated(sale: Placed): Promise<Dispute> {
  const dispute = await market.complain(sale);
  await market.sales.moveClock(24 * hour);
  await market.act(dispute, dispute.buyer, 'mediation');
  return dispute;
}

async function end(dispute: Dispute, verdict: object): Promise<void> {
  const answer = await market.decide(dispute, market.admin, verdict);
  expect(answer.status, answer.text).toBe(200);
  await market.pass(72 * hour);
  expect(await market.stateOf(dispute)).toBe('closed');
}

/** The listing's figures, its first rating, and whether its seller's figures are the same. */
async function shown({ listingId, seller }: Placed) {
  const { rows } = await sql<{ slug: string }>`select slug from listings where id = ${listingId}`.execute(
    market.sales.db,
  );
  const { data } = await market.sales.request('GET', `/public/listings/${rows[0]!.slug}/ratings`);
  const profile = await market.sales.request('GET', `/public/profiles/${seller.username}/ratings`);
  expect(profile.data.seller).toEqual(data.scores);
  const [{ text, discounted }] = data.items;
  return { ...data.scores, text, discounted };
}

const nothing = { count: 0, stars: [0, 0, 0, 0, 0], details: null, discounted: true };
const words = { text: 'Veio outra coisa.' };

test('a complaint that the seller won removes the contrary rating from the score; its text stays (§4.12)', async () => {
  const dispute = await disputed(1);
  expect(await shown(dispute)).toMatchObject({ count: 1, stars: [1, 0, 0, 0, 0], discounted: false });
  await end(dispute, { result: 'release' });
  expect(await shown(dispute)).toMatchObject({ ...nothing, ...words });
});

test('a rating published after it does not count for the score', async () => {
  const dispute = await mediated(await market.sales.delivered());
  await end(dispute, { result: 'release' });
  await rate(dispute, 3);
  expect(await shown(dispute)).toMatchObject({ ...nothing, ...words });
});

test.each([
  ['of four stars says nothing against it', 4, { result: 'release' }],
  ['is right where the buyer got a part', 1, { result: 'partial', percent: 30 }],
])('a rating that %s', async (_, stars, verdict) => {
  const dispute = await disputed(stars);
  await end(dispute, verdict);
  expect(await shown(dispute)).toMatchObject({ count: 1, discounted: false });
});

test('a rating of a fully refunded order counts for no score, whichever side won (ADR 0080)', async () => {
  const dispute = await disputed(2);
  await end(dispute, { result: 'full' });
  expect(await shown(dispute)).toMatchObject({ count: 0, discounted: true });
});

test('a complaint without a winner removes no rating from the score', async () => {
  const [kept, agreed] = [await disputed(1), await disputed(1)];
  await market.act(kept, kept.buyer, 'withdrawal');
  await end(agreed, { result: 'split' });
  for (const dispute of [kept, agreed]) expect(await shown(dispute)).toMatchObject({ count: 1 });
});

test('ended twenty times at once, the rating leaves the totals once', async () => {
  const dispute = await disputed(2);
  const other = await market.sales.place(await market.sales.user(), {
    id: dispute.listingId,
    priceCents: dispute.totalCents,
    seller: dispute.seller,
  });
  await market.sales.bank.payCharge(other.reference);
  await market.sales.act(other, other.seller, 'delivery-start');
  await market.sales.act(other, other.seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
  await market.sales.act(other, other.buyer, 'confirmation');
  await rate(other, 2);
  expect((await market.decide(dispute, market.admin, { result: 'release' })).status).toBe(200);
  await Promise.all(Array.from({ length: 20 }, () => market.call(dispute, dispute.buyer, 'acceptance')));
  expect(await shown(dispute)).toMatchObject({ count: 1, stars: [0, 1, 0, 0, 0] });
  await expect(
    sql`update ratings set discounted = false where order_id = ${dispute.id}`.execute(market.sales.db),
  ).rejects.toThrow();
});
