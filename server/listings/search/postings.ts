import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { listingsOf } from '#server/listings/vacations/away.ts';
import type { Filter } from './filter.ts';
import { hasDelivery } from './filters/deliveries.ts';
import { inPlace } from './filters/place.ts';

/** A word of many titles (`search_terms`). */
interface KnownTerm {
  id: number;
  /** Approximate number of titles that contain it. */
  listings: number;
  /** Whether its listings are stored in the order of their score (`search_postings`). */
  hasPostings: boolean;
}
export type FrequentTerm = Pick<KnownTerm, 'id' | 'listings'>;

/** A word in this many titles is common: what it finds is stored (`word_hits`) until it is frequent. */
export const commonFrom = 100;

const knownTermsCache: CacheShape = { name: 'listings.frequent', maxEntries: 1, ttlMs: 10_000 };

function knownTerms(ctx: Ctx): Promise<ReadonlyMap<string, KnownTerm>> {
  return cached(ctx, knownTermsCache, 'all', async () => {
    const { rows } = await sql<KnownTerm & { term: string }>`
      select id, term, listings, state = 'kept' as "hasPostings" from search_terms
      where listings >= ${commonFrom} or state = 'kept' order by listings desc limit 10000`.execute(ctx.db);
    return new Map(rows.map(({ term, ...rest }) => [term, rest]));
  });
}

/** Whether one of the words is common or frequent. */
export async function isAnyCommon(ctx: Ctx, terms: readonly string[]): Promise<boolean> {
  const known = await knownTerms(ctx);
  return terms.some((term) => known.has(term));
}

/** The words of a filter, rarest first, if all of them have postings and postings suffice for the filter; else null. */
export async function frequentWords(ctx: Ctx, filter: Filter): Promise<FrequentTerm[] | null> {
  const { words, seller, attributes } = filter;
  if (!words?.terms || seller !== null || attributes.length > 0) return null;
  const known = await knownTerms(ctx);
  const found = words.terms.flatMap((term) => known.get(term) ?? []).filter((term) => term.hasPostings);
  return found.length === words.terms.length ? found.toSorted((a, b) => a.listings - b.listings) : null;
}

/** Postings read at most: a scan that finds too little in these would find little further on. */
export const maxPostingsRead = 20_000;

/**
 * The best listings with all the words in their titles, from the postings of the rarest word. A single frequent word
 * reads as many index entries as it returns: 100 of 98,000 in 0.1 ms, where the GIN index would build a bitmap of all.
 * @returns SQL of rows with `listing_id`, `score`, `category_id`, `price_cents`, `deliveries`,
 *   `seller_verified`, `seller_stars`, `city_id`
 */
export function postingsWithAll(
  terms: readonly FrequentTerm[],
  filter: Partial<Filter>,
  limit: number,
): RawBuilder<unknown> {
  return sql`(select * from (${bestPostings(terms, maxPostingsRead)}) p where ${matches(terms, filter)} limit ${sql.lit(limit)})`;
}

/** The best postings of the rarest word. */
export function bestPostings([rarest]: readonly FrequentTerm[], limit: number): RawBuilder<unknown> {
  return sql`select listing_id, score, category_id, price_cents, deliveries, seller_verified,
    seller_stars, city_id from search_postings
    where term_id = ${rarest!.id} order by score desc, listing_id desc limit ${sql.lit(limit)}`;
}

/** SQL condition: a posting `p` of the rarest word has the other words too and passes the filter. */
export function matches(
  [, ...others]: readonly FrequentTerm[],
  {
    category,
    priceMin = null,
    priceMax = null,
    delivery = [],
    verified,
    stars,
    place,
    away = [],
  }: Partial<Filter>,
): RawBuilder<unknown> {
  const all = [sql`true`];
  if (category) all.push(sql`p.category_id = any(${category.leafIds}::int[])`);
  if (priceMin !== null) all.push(sql`p.price_cents >= ${priceMin}`);
  if (priceMax !== null) all.push(sql`p.price_cents <= ${priceMax}`);
  if (delivery.length > 0) all.push(hasDelivery(delivery, sql`p.deliveries`));
  if (verified) all.push(sql`p.seller_verified`);
  if (stars) all.push(sql`p.seller_stars >= ${stars}`);
  if (place) all.push(inPlace(place, sql`p.city_id`));
  if (away.length > 0) all.push(sql`p.listing_id not in ${listingsOf(away)}`);
  // A scalar subquery, not `exists`: it probes the primary key for each row, where a join could read the whole word.
  for (const { id } of others)
    all.push(
      sql`(select true from search_postings o where o.listing_id = p.listing_id and o.term_id = ${id})`,
    );
  return sql.join(all, sql` and `);
}
