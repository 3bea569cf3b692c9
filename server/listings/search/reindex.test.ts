import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
let id: number;

beforeAll(async () => {
  market = await createMarket();
  const categoryId = await market.category({ slug: 'cozinha', name: 'Cozinha' });
  ({ id } = await market.publishedListing({ categoryId, title: 'Jogo de facas com cepo' }));
  await market.drain();
});
afterAll(() => market.close());

async function found(q: string): Promise<number[]> {
  market.forgetCaches();
  const { data } = await market.request('GET', `/public/listings?q=${encodeURIComponent(q)}`);
  return data.items.map((item: { id: number }) => item.id);
}

const indexed = async () =>
  (await sql<{ search: string }>`select search from listings where id = ${id}`.execute(market.ctx.db))
    .rows[0]!.search;

test('a database indexed by former code finds its listings before, while and after they are indexed again', async () => {
  const before = await indexed();
  await sql`update listings set search = setweight(to_tsvector('portuguese', fold_pt(title)), 'A')`.execute(
    market.ctx.db,
  );
  await sql`update search_index set version = 0`.execute(market.ctx.db);
  expect(await indexed()).toContain("'fac'");
  expect(await found('facas')).toEqual([id]);
  await market.drain();
  expect(await indexed()).toBe(before);
  expect(await found('facas')).toEqual([id]);
  expect((await sql`select version, below_id from search_index`.execute(market.ctx.db)).rows).toEqual([
    { version: 1, below_id: null },
  ]);
});

test('a title changed by a statement that does not index it is found by its new words a moment later', async () => {
  await sql`update listings set title = 'Cutelo de açougue' where id = ${id}`.execute(market.ctx.db);
  await market.drain();
  expect(await found('cutelos')).toEqual([id]);
  expect(await found('facas')).toEqual([]);
  expect((await sql`select from search_stale`.execute(market.ctx.db)).rows).toEqual([]);
});
