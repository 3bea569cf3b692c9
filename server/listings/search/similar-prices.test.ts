import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

async function pricesLike(id: number, { token }: Person) {
  const answer = await market.request('GET', `/listings/${id}/similar-prices`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.prices;
}

/** Other sellers' listings with this title, one for each price. */
async function sell(categoryId: number, title: string, prices: readonly number[]): Promise<Person> {
  const seller = await market.user();
  for (const priceCents of prices) await market.publishedListing({ seller, categoryId, title, priceCents });
  return seller;
}

test('returns where most prices of similar listings lie, from five on, whatever a few odd ones are', async () => {
  const categoryId = await market.category({ name: 'Celulares' });
  const own = await market.draft({ categoryId, title: 'iPhone 13 azul de 128 GB' });
  await sell(categoryId, 'Apple iPhone 13 preto com 128GB', [200_000, 210_000, 240_000, 260_000]);
  await sell(categoryId, 'Capinha de silicone para Galaxy', [2_000, 2_500]);
  expect(await pricesLike(own.id, own.seller)).toBe(null);

  await sell(categoryId, 'Iphone 13 128 GB na caixa', [230_000, 5_000_000]);
  expect(await pricesLike(own.id, own.seller)).toEqual({
    lowCents: 210_000,
    highCents: 260_000,
    listings: 6,
  });
});

test('counts what sold out, and ignores one’s own listings, other categories and what is paused', async () => {
  const categoryId = await market.category({ name: 'Mouses' });
  const title = 'Mouse sem fio recarregável';
  const own = await market.draft({ categoryId, title });
  for (const priceCents of [1_000, 1_100, 1_200])
    await market.publishedListing({ seller: own.seller, categoryId, title, priceCents });
  const seller = await sell(categoryId, title, [5_000, 5_500, 6_000, 6_500, 7_000]);
  await sell(await market.category({ name: 'Tapetes' }), title, [9_000]);
  const all = { lowCents: 5_000, highCents: 6_500, listings: 5 };
  expect(await pricesLike(own.id, own.seller)).toEqual(all);

  const { rows } = await sql<{ id: number }>`select id from listings where seller_id = ${seller.id}
    order by id limit 2`.execute(market.ctx.db);
  const [sold, paused] = rows.map(({ id }) => id);
  await sql`update listings set state = 'sold_out', stock = 0 where id = ${sold}`.execute(market.ctx.db);
  expect(await pricesLike(own.id, own.seller)).toEqual(all);
  const answer = await market.request('PUT', `/listings/${paused}/pause`, {
    token: seller.token,
    body: { paused: true },
  });
  expect(answer.status).toBe(200);
  expect(await pricesLike(own.id, own.seller)).toBe(null);
});

test('prefers listings with the same attributes when there are more than are compared', async () => {
  const categoryId = await market.category({
    name: 'Camisetas',
    attributes: [
      {
        key: 'tamanho',
        label: 'Tamanho',
        type: 'list',
        options: ['P', 'G'],
        required: false,
        filterable: true,
      },
    ],
  });
  const title = 'Camiseta de algodão lisa';
  const own = await market.draft({ categoryId, title, attributes: { tamanho: 'G' } });
  const seller = await market.user();
  const one = await market.publishedListing({ seller, categoryId, title, attributes: { tamanho: 'G' } });
  await sql`insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents,
      stock, delivery_type, promised_hours, plan, attributes, image_ids, image_alts, cover_key, version_id,
      ownership_declared, published_at, expires_at, search)
    select seller_id, category_id, category_path, state, slug, title, description,
      case when n <= 60 then 3000 else 9000 end, stock, delivery_type, promised_hours, plan,
      jsonb_build_object('tamanho', case when n <= 60 then 'G' else 'P' end), image_ids, image_alts, cover_key, version_id,
      ownership_declared, published_at, expires_at, search
    from listings, generate_series(1, 200) n where id = ${one.id}`.execute(market.ctx.db);
  await sql`update listings set price_cents = 3000 where id = ${one.id}`.execute(market.ctx.db);
  expect(await pricesLike(own.id, own.seller)).toMatchObject({ lowCents: 3_000, highCents: 3_000 });
});

test('a draft without words has no similar listings', async () => {
  const own = await market.draft({ title: 'Um dia' });
  await market.request('PATCH', `/listings/${own.id}`, { token: own.seller.token, body: { title: '' } });
  expect(await pricesLike(own.id, own.seller)).toBe(null);
});

test("another seller's listing answers 404", async () => {
  const own = await market.draft();
  const { token } = await market.user();
  const answer = await market.request('GET', `/listings/${own.id}/similar-prices`, { token });
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});
