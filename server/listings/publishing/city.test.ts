import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

/** From which city a listing is sent (S13). */
let market: Market;
let seller: Person;
const curitiba = 4106902;
const belem = 1501402;

beforeAll(async () => {
  market = await createMarket();
  seller = await market.user();
});
afterAll(() => market.close());

async function categoryOf(kind: CategoryKind): Promise<number> {
  const categoryId = await market.category();
  await sql`update categories set kind = ${kind} where id = ${categoryId}`.execute(market.ctx.db);
  market.forgetCaches();
  return categoryId;
}

const draftOf = async (kind: CategoryKind, owner = seller) =>
  market.draft({
    seller: owner,
    categoryId: await categoryOf(kind),
    ...(kind === 'physical' && { delivery: 'pickup' }),
  });

const patch = (id: number, body: object, owner = seller) =>
  market.request('PATCH', `/listings/${id}`, { token: owner.token, body });
const submit = (id: number, owner = seller) =>
  market.request('POST', `/listings/${id}/submission`, {
    token: owner.token,
    key: true,
  });

const begin = async (categoryId: number, owner: Person): Promise<{ id: number }> => {
  const { token } = owner;
  return (await market.request('POST', '/listings', { token, key: true, body: { categoryId } })).data;
};

test('a physical thing needs a city to be submitted, and a draft may miss it', async () => {
  const { id } = await draftOf('physical');
  await patch(id, { cityId: null });
  const refused = await submit(id);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({ cityId: 'Diga em que cidade é a retirada.' });
  const saved = await patch(id, { cityId: curitiba });
  expect(saved.data).toMatchObject({ cityId: curitiba, city: 'Curitiba, PR' });
  expect((await patch(id, { cityId: null })).data).toMatchObject({ cityId: null, city: null });
});

test('a code has no city, and a service may have one', async () => {
  const code = await draftOf('code');
  await patch(code.id, { cityId: curitiba });
  const refused = await submit(code.id);
  expect(refused.body.errors).toEqual({ cityId: '«Código digital» não sai de uma cidade. Apague a cidade.' });
  const service = await draftOf('service');
  expect((await patch(service.id, { cityId: belem })).status).toBe(200);
  expect((await patch(service.id, { cityId: null })).status).toBe(200);
});

test('an unknown city is a field error and never a failure', async () => {
  const { id } = await draftOf('physical');
  for (const cityId of [1, 9_999_999, 2 ** 40, 4106902.5, '4106902']) {
    const refused = await patch(id, { cityId });
    expect(refused.status, String(cityId)).toBeLessThan(500);
    expect(Object.keys(refused.body.errors ?? {}), refused.text).toEqual(['cityId']);
  }
});

test('a new draft of a physical thing has the city of the previous one', async () => {
  const owner = await market.user();
  const first = await draftOf('physical', owner);
  await patch(first.id, { cityId: belem }, owner);
  const second = await begin(await categoryOf('physical'), owner);
  const read = await market.request('GET', `/listings/${second.id}`, { token: owner.token });
  expect(read.data).toMatchObject({ cityId: belem, city: 'Belém, PA' });
  const digital = await draftOf('code', owner);
  const other = await market.request('GET', `/listings/${digital.id}`, { token: owner.token });
  expect(other.data.cityId).toBeNull();
});

test('the city of a listing on sale changes at once, shows on card and page, and cannot be removed', async () => {
  const owner = await market.user();
  const categoryId = await categoryOf('service');
  const listing = await market.publishedListing({ seller: owner, categoryId });
  await sql`update categories set kind = 'physical' where id = ${categoryId}`.execute(market.ctx.db);
  market.forgetCaches();
  // One from before stays on sale without a city, and its next revision asks for it.
  const revision = await market.request('POST', `/listings/${listing.id}/revisions`, {
    token: owner.token,
    key: true,
    body: { title: 'Outro título para o mesmo objeto' },
  });
  expect(revision.body.errors).toEqual({ cityId: 'Diga de que cidade o produto sai.' });
  expect((await patch(listing.id, { cityId: curitiba }, owner)).data).toMatchObject({ city: 'Curitiba, PR' });
  market.forgetCaches();
  const page = await market.request('GET', `/public/listings/${listing.slug}`);
  expect(page.data.city).toBe('Curitiba, PR');
  const cards = await market.request('GET', `/public/listing-cards?ids=${listing.id}`);
  expect(cards.data.items[0].city).toBe('Curitiba, PR');
  const removed = await patch(listing.id, { cityId: null }, owner);
  expect(removed.body.errors).toEqual({ cityId: 'Diga de que cidade o produto sai.' });
  const { rows } = await sql<{ city_id: number | null }>`
    select city_id from listing_versions where listing_id = ${listing.id} order by id`.execute(market.ctx.db);
  expect(rows.map((row) => row.city_id)).toEqual([null, curitiba]);
});
