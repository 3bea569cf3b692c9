import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openParcels } from '#test/shipping/parcels.ts';
import type { Parcels } from '#test/shipping/parcels.ts';

/** The freight of results, estimated by the own table (S04). */
let market: Parcels;
beforeAll(async () => {
  market = await openParcels();
});
beforeEach(() => Object.assign(market.ctx, { shipping: null }));
afterAll(() => market.close());

const estimate = (ids: readonly (number | string)[], state = 'PA') =>
  market.request('GET', `/public/freight-estimates?${new URLSearchParams({ state, ids: ids.join(',') })}`);

test('the estimate to a state is the lowest price that a quote to it has, and nearer states pay less (S04)', async () => {
  const { id } = await market.publishedListing({ delivery: 'shipping' });
  const { data: quoted } = await market.quote(id, { postalCode: '66055190' });
  const { status, data } = await estimate([id]);
  expect(status).toBe(200);
  expect(data).toEqual({ items: [{ id, priceCents: quoted.services[0].priceCents }], exact: true });
  const { data: near } = await estimate([id], 'PR');
  expect(near.items[0].priceCents).toBeLessThan(data.items[0].priceCents);
});

test('a provider’s prices differ, so the reply says that it is not exact, and no provider is asked', async () => {
  const { id } = await market.publishedListing({ delivery: 'shipping' });
  const provider = { name: 'test', quote: () => Promise.reject(new Error('asked')) };
  Object.assign(market.ctx, { shipping: provider });
  const { status, data } = await estimate([id]);
  expect([status, data.exact, data.items.length]).toEqual([200, false, 1]);
});

test('what is free, picked up, too large, not on sale or unknown has no estimate', async () => {
  const free = await market.publishedListing({ delivery: 'shipping', freeShipping: true });
  const pickup = await market.publishedListing({ delivery: 'pickup' });
  const large = await market.publishedListing({ delivery: 'shipping' });
  const paused = await market.publishedListing({ delivery: 'shipping' });

  await sql`update listings set height_cm = 190 where id = ${large.id}`.execute(market.db);
  await sql`update listings set state = 'paused' where id = ${paused.id}`.execute(market.db);
  const { status, data } = await estimate([free.id, pickup.id, large.id, paused.id, 999_999_999]);
  expect([status, data]).toEqual([200, { items: [], exact: true }]);
});

test.each([
  ['a state that does not exist', { state: 'XX', ids: '1' }, 'state'],
  ['no listing', { state: 'PA', ids: '' }, 'ids'],
  ['text in place of listings', { state: 'PA', ids: '1;drop' }, 'ids'],
  [
    'more than a hundred listings',
    { state: 'PA', ids: Array.from({ length: 101 }, (_, i) => i + 1).join(',') },
    'ids',
  ],
])('%s is refused beside its field', async (_, query, field) => {
  const { status, body } = await market.request(
    'GET',
    `/public/freight-estimates?${new URLSearchParams(query)}`,
  );
  expect(status).toBe(400);
  expect(Object.keys(body.errors)).toEqual([field]);
});
