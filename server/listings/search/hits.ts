import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { deliveriesOfListing } from './filters/deliveries.ts';
import type { Deliveries } from './filters/deliveries.ts';
import { bucketOf, countDeliveries, sampleSize } from './facets.ts';
import type { Sample } from './facets.ts';
import { filtersSeller, conditions, keyOf, planHint, inScope } from './filter.ts';
import type { Filter } from './filter.ts';
import { bestPostings, matches, frequentWords, postingsWithAll } from './postings.ts';
import type { FrequentTerm } from './postings.ts';
import { fold } from '#domain/text/fold.ts';
import { stateCodeIn } from './filters/place.ts';
import { storedHits } from './word-hits.ts';
import type { Hits } from './word-hits.ts';
import type { Words } from './words.ts';

const hitsCache: CacheShape = { name: 'listings.hits', maxEntries: 500, ttlMs: 5_000 };
/** Hits ranked for the first page, more than the longest page has; the next page ranks `rankedHits`. */
export const firstHits = 100;
export const rankedHits = 2_000;
/** A smaller sample of the best 2,001 postings says too little about the others. */
const minSampleSize = 20;

/**
 * The best hits of a filter's words, cached for seconds: from the postings when all words are frequent and enough titles
 * have them all, otherwise by ranking the listings found.
 */
export function findHits(ctx: Ctx, filter: Filter, words: Words, depth: number): Promise<Hits> {
  return cached(ctx, hitsCache, `${depth} ${keyOf(filter)}`, async () => {
    const frequent = await frequentWords(ctx, filter);
    const found = frequent && (await hitsFromPostings(ctx, frequent, filter, depth));
    if (found && found.ids.length >= firstHits) return found;
    const stored = depth === firstHits ? await storedHits(ctx, filter) : null;
    return stored ?? rankHits(ctx.db, filter, words, depth);
  });
}

async function hitsFromPostings(ctx: Ctx, frequent: readonly FrequentTerm[], filter: Filter, depth: number) {
  if (depth > firstHits || isNarrowed(filter))
    return rankPostings(ctx, postingsWithAll(frequent, filter, depth));
  const quick = await rankAndSample(ctx, frequent, filter);
  if (quick.ids.length >= firstHits || quick.isComplete) return quick;
  const full = await rankPostings(ctx, postingsWithAll(frequent, filter, depth));
  return quick.sample.size < minSampleSize ? full : { ...full, sample: quick.sample };
}

/** Whether the filter has conditions that the sample of choices leaves out. */
function isNarrowed(filter: Filter): boolean {
  const { priceMin, priceMax, delivery } = filter;
  return priceMin !== null || priceMax !== null || delivery.length > 0 || filtersSeller(filter);
}

/**
 * The first hits and the sample in one pass over the best postings of the rarest word: of the 294,000 listings with the
 * most frequent word among a million it reads 2,001 index entries. The share of these that has the other words gives
 * the estimate of how many listings have them all.
 * @returns also whether these were all postings
 */
async function rankAndSample(
  ctx: Ctx,
  frequent: readonly FrequentTerm[],
  filter: Filter,
): Promise<Hits & { sample: Sample; isComplete: boolean }> {
  const { rows } = await sql<{
    ids: number[];
    scores: number[];
    promotable: number[];
    scanned: number;
    size: number;
    groups: Group[];
    states: StateCount[];
  }>`
    with scanned as materialized (${bestPostings(frequent, sampleSize + 1)}),
    best as materialized (select * from scanned p where ${matches(frequent, filter)}),
    groups as (select category_id, deliveries, ${bucketOf(sql`price_cents`)} as bucket, count(*), ${sellerCounts} from best group by 1, 2, 3),
    states as (${countStates(sql`best`)}),
    first as (select listing_id, score from best limit ${sql.lit(firstHits)})
    select ${stateCounts}, (select count(*)::int from scanned) as scanned, (select count(*)::int from best) as size,
      (select coalesce(json_agg(json_build_array(category_id, deliveries, bucket, count, verified, stars40, stars45)), '[]') from groups) as groups,
      coalesce(array_agg(listing_id), '{}') as ids, coalesce(array_agg(score), '{}') as scores,
      ${promotableAmong(sql`first`)} as promotable from first`.execute(ctx.db);
  const { ids, scores, promotable, scanned, size, groups, states } = rows[0]!;
  const whole = scanned <= sampleSize;
  const of = whole ? size : Math.max(size, Math.round((frequent[0]!.listings * size) / scanned));
  return {
    ids,
    scores,
    promotable,
    isComplete: whole,
    sample: { ...sampleOfGroups(size, groups, states), total: of },
  };
}

async function rankPostings(ctx: Ctx, best: RawBuilder<unknown>): Promise<Hits> {
  const { rows } = await sql<Hits>`with best as materialized ${best},
    first as (select listing_id from best limit ${sql.lit(firstHits)})
    select coalesce(array_agg(listing_id), '{}') as ids, coalesce(array_agg(score), '{}') as scores,
      ${promotableAmong(sql`first`)} as promotable from best`.execute(ctx.db);
  return { ...rows[0]!, sample: null };
}

/** SQL: ids of the best plan among the first postings. */
function promotableAmong(first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(array_agg(id order by id), '{}') from listings
    where id in (select listing_id from ${first}) and plan = 'diamante')`;
}

/** Score of a listing in the named category: a little more than a word of the title. */
const scopeBonus = 0.3;
/** Score of a title that begins with the words: «iPhone 13 128 GB» before «Capa para iPhone 13». */
const beginningBonus = 0.2;

/** SQL: whether the listing's address, which is its title without accents, begins with the words. */
function beginsWith({ tsquery, asked }: Words): RawBuilder<unknown> {
  // Of the forms of a single word the last is the typed one; those of stored hits are known by the query alone.
  const single = /^'[^']+'(?: \| '[^']+'(?!:))*/.exec(tsquery)?.[0].slice(1, -1).split("' | '").at(-1);
  const words = asked && asked.length > 1 ? asked.map(({ typed }) => fold(typed)) : [single ?? ''];
  const beginning = words.join(' ').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return beginning === '' ? sql`false` : sql`starts_with(slug, ${beginning})`;
}

/**
 * Ranks the 2,000 hits with the highest exposure, then the newest, because ranking reads every hit. A word of the title
 * as it was typed weighs most, then another form of it, and fifty times less one of the description; a paid plan
 * raises the score by a quarter.
 */
export async function rankHits(
  db: Queryable,
  filter: Filter,
  words: Words,
  depth: number,
): Promise<Hits & { sample: Sample }> {
  const { categoryScope } = filter;
  const { rows } = await sql<{
    ids: number[];
    scores: number[];
    promotable: number[];
    size: number;
    groups: Group[] | null;
    states: StateCount[];
  }>`
    ${planHint(filter)} with hits as materialized (
      select l.id, l.exposure, l.plan, l.search, l.category_id, ${deliveriesOfListing} as deliveries, l.price_cents, l.seller_verified,
        l.seller_stars, l.slug, l.city_id,
        ${categoryScope ? sql`(${inScope(categoryScope)})` : sql`false`} as in_category_scope
      from listings l where ${conditions(filter)}
      order by l.exposure desc, l.published_at desc, l.id desc limit ${sql.lit(rankedHits + 1)}),
    ranked as (
      select id, plan, ((coalesce(ts_rank_cd('{0.01, 0.02, 0.6, 1}', search, ${words.tsquery}::tsquery, 1), 0)
          + case when in_category_scope then ${sql.lit(scopeBonus)}::real else 0 end
          + case when ${beginsWith(words)} then ${sql.lit(beginningBonus)}::real else 0 end)
        * 10000 * (1 + 0.25 * exposure))::int as score from hits
      order by score desc, id desc limit ${sql.lit(depth)}),
    groups as (
      select category_id, deliveries, ${bucketOf(sql`price_cents`)} as bucket, count(*), ${sellerCounts}
      from hits group by 1, 2, 3),
    states as (${countStates(sql`hits`)})
    select ${stateCounts}, (select count(*)::int from hits) as size,
      (select json_agg(json_build_array(category_id, deliveries, bucket, count, verified, stars40, stars45)) from groups) as groups,
      coalesce(array_agg(id order by score desc, id desc), '{}') as ids,
      coalesce(array_agg(score order by score desc, id desc), '{}') as scores,
      (select coalesce(array_agg(id order by id), '{}') from (select id, plan, score from ranked
        order by score desc, id desc limit ${sql.lit(firstHits)}) first
        where plan = 'diamante' and score * 2 >= (select max(score) from ranked)) as promotable
    from ranked`.execute(db);
  const { ids, scores, promotable, size, groups, states } = rows[0]!;
  return { ids, scores, promotable, sample: sampleOfGroups(size, groups ?? [], states) };
}

/** Columns of the other groups, so that sellers do not multiply the number of groups. */
const sellerCounts = sql`count(*) filter (where seller_verified) as verified,
  count(*) filter (where seller_stars = 40) as stars40, count(*) filter (where seller_stars = 45) as stars45`;

type Group = [
  categoryId: number,
  deliveries: Deliveries,
  bucket: number,
  count: number,
  verified: number,
  stars40: number,
  stars45: number,
];

/** SQL: the rows of each state, apart from the groups, whose number states would multiply. */
function countStates(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${stateCodeIn(sql`city_id`)} as code, count(*) from ${rows} where city_id is not null group by 1`;
}

const stateCounts = sql`(select coalesce(json_agg(json_build_array(code, count)), '[]') from states) as states`;

type StateCount = [code: number, count: number];

function sampleOfGroups(size: number, groups: readonly Group[], states: readonly StateCount[]): Sample {
  const counts = groups.flatMap(([category, deliveries, bucket, count, verified, stars40, stars45]) => [
    { facet: 'category', value: String(category), count },
    ...countDeliveries(deliveries, count),
    { facet: 'price', value: String(bucket), count },
    { facet: 'verified', value: 'true', count: verified },
    { facet: 'stars', value: '40', count: stars40 },
    { facet: 'stars', value: '45', count: stars45 },
  ]);
  const ofStates = states.map(([code, count]) => ({ facet: 'state', value: String(code), count }));
  return { size, chosen: size, counts: [...counts, ...ofStates] };
}
