import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { commonFrom } from './postings.ts';
import { indexEach } from './reindex.ts';

/** What a common word finds is stored, and never behind the listings. */
let market: Market;
let seller: Person;
let categoryId: number;
const made: { id: number }[] = [];

beforeAll(async () => {
  market = await createMarket();
  seller = await market.user();
  categoryId = await market.category({ slug: 'remos', name: 'Canoagem' });
  for (const title of ['Remo de alumínio', 'Remo de madeira', 'Remo infantil curto'])
    made.push(await market.publishedListing({ seller, categoryId, title }));
  const description = 'Vai com um remo de reserva e um colete.';
  made.push(await market.publishedListing({ seller, categoryId, title: 'Caiaque verde', description }));
  await market.drain();
  await sql`update search_terms set listings = ${2 * commonFrom} where term = 'remo'`.execute(market.ctx.db);
  await market.drain();
});
afterAll(() => market.close());

async function search(): Promise<{
  items: { id: number }[];
  total: number;
  facets: { deliveries: { delivery: string; count: number }[] };
}> {
  market.forgetCaches();
  const answer = await market.request('GET', '/public/listings?q=remo');
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

async function storedIds(): Promise<number[] | undefined> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(select json_array_elements_text(hits -> 'ids')::bigint) as ids from word_hits
    where query = '''remo'''`.execute(market.ctx.db);
  return rows[0]?.ids;
}

const idsOf = (found: { items: { id: number }[] }) => found.items.map(({ id }) => id);

test('the stored hits are those of the listings, in the same order and with the same counts', async () => {
  const stored = await storedIds();
  expect(stored?.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  const found = await search();
  expect(idsOf(found)).toEqual(stored);
  await sql`delete from word_hits`.execute(market.ctx.db);
  expect(await search()).toEqual(found);
  await market.drain();
  expect(await storedIds()).toEqual(stored);
});

test('a change of a listing counts at once, before and after the hits are computed again', async () => {
  const [paused] = made;
  await market.request('PUT', `/listings/${paused!.id}/pause`, {
    token: seller.token,
    body: { paused: true },
  });
  expect(await storedIds()).toContain(paused!.id);
  const without = await search();
  expect(without.total).toBe(3);
  expect(without.facets.deliveries).toContainEqual({ delivery: 'manual', count: 3 });
  await market.drain();
  expect(await storedIds()).not.toContain(paused!.id);
  expect(await search()).toEqual(without);

  const fresh = await market.publishedListing({ seller, categoryId, title: 'Remo duplo de carbono' });
  expect(idsOf(await search())).toContain(fresh.id);
  await market.drain();
  expect(await storedIds()).toContain(fresh.id);
});

test('a description that gains or loses the word counts too', async () => {
  const description = 'Sem acessórios, só o caiaque.';
  await sql`update listings set description = ${description} where id = ${made.at(-1)!.id}`.execute(
    market.ctx.db,
  );
  await indexEach(market.ctx.db, [made.at(-1)!.id]);
  expect(idsOf(await search())).not.toContain(made.at(-1)!.id);
  await market.drain();
  expect(await storedIds()).not.toContain(made.at(-1)!.id);
});
