import type { Query, Reply } from '#contract/endpoint.ts';
import type { searchListings as endpoint } from '#contract/listings/listings.ts';
import { fail } from '#domain/errors.ts';
import { distanceKm } from '#domain/places/places.ts';
import type { Ctx } from '#server/context.ts';
import type { FullCard } from '#server/listings/cards.ts';
import { allCities, presentCity } from '#server/places/cities.ts';
import { findCategoryScope } from './category-scope.ts';
import { countListings, noResults } from './counts.ts';
import type { Counts } from './counts.ts';
import { readFilter } from './filter.ts';
import type { Filter } from './filter.ts';
import { nearTo, nothingNear } from './near.ts';
import { readPage } from './page.ts';
import { otherReadings } from './readings.ts';

const defaultLimit = 24;
const maxLimit = 96;

/**
 * Listings on sale. The cards are read live, in one round trip; promoted cards and those of one place may be a second
 * old, counts five seconds, and sellers half a minute.
 */
export async function searchListings(
  ctx: Ctx,
  query: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { sort = 'relevancia', after, limit = defaultLimit } = query;
  if (limit < 1 || limit > maxLimit)
    fail('invalid_request', { errors: { limit: `Use de 1 a ${maxLimit}.` } });
  const requested = await readFilter(ctx, query);
  const city = await cityOf(ctx, query.city);
  if (!requested) return { items: [], next: null, correctedTo: null, near: nothingNear, city, ...noResults };
  const { filter, counts } = await findReading(ctx, requested);
  const { items, next } = await readPage(ctx, { filter, sort, after, limit });
  const all = after === undefined && next === null;
  return {
    items: await withDistances(ctx, filter, items),
    next,
    city,
    ...counts,
    // A first page that is also the last one has the exact count.
    ...(all && { total: items.length, totalIsExact: true }),
    correctedTo: filter.words?.correctedTo ?? null,
    near: counts.total === 0 && filter.words ? await nearTo(ctx, filter.words) : nothingNear,
  };
}

async function cityOf(ctx: Ctx, id: number | undefined): Promise<Reply<typeof endpoint>['city']> {
  const city = id === undefined ? undefined : (await allCities(ctx)).byId.get(id);
  return city ? presentCity(city) : null;
}

/** How far the cities of the cards are from the chosen one, in whole kilometres. */
async function withDistances(ctx: Ctx, { origin }: Filter, cards: readonly FullCard[]) {
  const { byId } = await allCities(ctx);
  const from = origin === null ? undefined : byId.get(origin);
  return cards.map((card) => {
    const to = card.cityId === null ? undefined : byId.get(card.cityId);
    return { ...card, distanceKm: from && to ? Math.round(distanceKm(from, to)) : null };
  });
}

/** The filter as typed or, if it finds nothing, the first other reading of it that finds something. */
async function findReading(ctx: Ctx, requested: Filter): Promise<{ filter: Filter; counts: Counts }> {
  const counts = await countListings(ctx, requested);
  if (counts.total > 0 || !requested.words) return { filter: requested, counts };
  for (const words of await otherReadings(ctx, requested.words)) {
    const categoryScope = words.correctedTo === null ? null : await findCategoryScope(ctx, words);
    const filter = { ...requested, words, categoryScope };
    const found = await countListings(ctx, filter);
    if (found.total > 0) return { filter, counts: found };
  }
  return { filter: requested, counts };
}
