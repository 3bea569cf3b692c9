import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '#db/servers.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import { marketNow } from '#server/database/transaction.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

/** Hits that are not read from the listings: those of frequent words (postings) and the stored ones of common words. */
let market: Market;
let here: Person;
let away: Person;
let category: { id: number; slug: string };

/** More than a page of postings, so that these answer alone. */
const each = 120;

beforeAll(async () => {
  market = await createMarket();
  [here, away] = [await market.user(), await market.user()];
  const slug = 'sopros';
  category = { id: await market.category({ slug, name: 'Instrumentos de sopro' }), slug };
  for (const seller of [here, away]) await fill(seller);
  await market.drain();
});
afterAll(() => market.close());

async function fill({ id }: Person): Promise<void> {
  const { id: leaf } = category;
  await sql`
    with image as (insert into images (owner_id, key, width, height) values (${id}, ${`x${id}`}, 1, 1) returning id)
    insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
      delivery_type, promised_hours, ownership_declared, image_ids, published_at)
    select ${id}, ${leaf}, array[${leaf}::bigint], 'published', ${`ocarina-${id}-`} || n, 'Ocarina de barro número ' || n,
      'Uma ocarina.', 1000 + n, 1, 'manual', 24, true, array[image.id], market_now() - n * interval '1 minute'
    from image, generate_series(1, ${sql.lit(each)}) n`.execute(market.ctx.db);
}

async function search(query: string) {
  market.forgetCaches();
  const answer = await market.request('GET', `/public/listings?${query}&limit=96`);
  expect(answer.status, answer.text).toBe(200);
  const { items, total, facets } = answer.data;
  const sellers = new Set(items.map(({ seller }: { seller: string }) => seller));
  return { sellers, shown: items.length, total, manual: facets.deliveries[1].count };
}

async function leave(): Promise<() => Promise<unknown>> {
  const today = saoPauloDay(await marketNow(market.ctx.db));
  const { rows } = await sql<{ id: number }>`
    insert into vacations (seller_id, starts_on, ends_on) values (${away.id}, ${today}, ${today}::date + 5)
    returning id`.execute(market.ctx.db);
  // As if it had been another day, so that the next test may plan one.
  return async () => {
    const owner = await openClient(market.database.ownerUrl);
    await owner.query('alter table vacations disable trigger user');
    await owner.query('delete from vacations where id = $1', [rows[0]!.id]);
    await owner.query('alter table vacations enable trigger user');
    await owner.end();
  };
}

async function expectOnlyOthers(queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    const { sellers, shown, total } = await search(query);
    expect([sellers.has(away.username), shown, total], query).toEqual([true, 96, 2 * each]);
  }
  const comeBack = await leave();
  for (const query of queries) {
    const found = await search(query);
    expect(found, query).toMatchObject({ sellers: new Set([here.username]), shown: 96, total: each });
    expect(found.manual, query).toBe(each);
  }
  const { data: categories } = await market.request('GET', '/public/categories');
  expect(JSON.stringify(categories)).toContain(`"listingsCount":${each}`);
  await comeBack();
  for (const query of queries) expect(await search(query), query).toMatchObject({ total: 2 * each });
}

test('listings of a seller on vacation are no hits of a common word, and come back with their seller (F67)', async () => {
  const { rows } = await sql`select from word_hits where query like '%ocarina%'`.execute(market.ctx.db);
  expect(rows.length).toBeGreaterThan(0);
  await expectOnlyOthers(['q=ocarina', `category=${category.slug}`, 'q=ocarina&sort=menor-preco']);
});

test('listings of a seller on vacation are no hits of a frequent word (F67)', async () => {
  const owner = await openClient(market.database.ownerUrl);
  await owner.query('select rebuild_search(50)');
  await owner.end();
  await expectOnlyOthers([
    'q=ocarina',
    'q=ocarina+barro',
    `q=ocarina&category=${category.slug}`,
    'q=ocarina&priceMin=1000',
  ]);
});
