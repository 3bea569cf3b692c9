import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { bucketOf, sampleSize } from './facets.ts';
import type { Sample } from './facets.ts';
import { asksOfSeller, conditions, keyOf, planning, standsOn } from './filter.ts';
import type { Filter } from './filter.ts';
import { bestPostings, fits, frequentWords, walk } from './postings.ts';
import type { FrequentTerm } from './postings.ts';
import type { Words } from './words.ts';

/** What words find, best first. */
export interface Hits {
  ids: number[];
  scores: number[];
  /**
   * Those of the best plan among the first hundred that fit half as well as the best hit, by id: the line for the paid
   * places. Among postings, which are words of titles, all do.
   */
  line: number[];
  /** The choices among them, when they had to be read anyway. */
  sample: Sample | null;
}

const kept: CacheShape = { name: 'listings.hits', maxEntries: 500, ttlMs: 5_000 };
/** Most people see one page: the whole ranking is made when somebody turns it. More than the longest page has. */
export const firstHits = 100;
export const rankedHits = 2_000;
/** Fewer of the best 2,001 say too little of the others. */
const tellingSize = 20;

/**
 * The best hits of a filter's words, kept for seconds: from the postings when all words are frequent and enough titles
 * have them all, otherwise from the hits themselves.
 */
export function hitsOf(ctx: Ctx, filter: Filter, words: Words, depth: number): Promise<Hits> {
  return cached(ctx, kept, `${depth} ${keyOf(filter)}`, async () => {
    const frequent = await frequentWords(ctx, filter);
    const found = frequent && (await bestOfPostings(ctx, frequent, filter, depth));
    return found && found.ids.length >= firstHits ? found : rankHits(ctx, filter, words, depth);
  });
}

async function bestOfPostings(ctx: Ctx, frequent: readonly FrequentTerm[], filter: Filter, depth: number) {
  if (depth > firstHits || isNarrowed(filter)) return rankPostings(ctx, walk(frequent, filter, depth));
  const near = await lookAt(ctx, frequent, filter);
  if (near.ids.length >= firstHits || near.whole) return near;
  const far = await rankPostings(ctx, walk(frequent, filter, depth));
  return near.sample.size < tellingSize ? far : { ...far, sample: near.sample };
}

/** Whether more is asked than the sample of a filter's choices is taken from. */
function isNarrowed(filter: Filter): boolean {
  const { priceMin, priceMax, delivery } = filter;
  return priceMin !== null || priceMax !== null || delivery !== null || asksOfSeller(filter);
}

/**
 * The first hits and the sample in one pass over the best postings of the rarest word: of the 294,000 listings of the
 * most frequent word at a million it reads 2,001 index entries. How often the others stand among these tells how many
 * listings have them all.
 * @returns also whether these were all there are
 */
async function lookAt(
  ctx: Ctx,
  frequent: readonly FrequentTerm[],
  filter: Filter,
): Promise<Hits & { sample: Sample; whole: boolean }> {
  const { rows } = await sql<{
    ids: number[];
    scores: number[];
    line: number[];
    looked: number;
    size: number;
    groups: Group[];
  }>`
    with looked as materialized (${bestPostings(frequent, sampleSize + 1)}),
    best as materialized (select * from looked p where ${fits(frequent, filter)}),
    groups as (select category_id, case when automatic then 'automatic' else 'manual' end as delivery,
      ${bucketOf(sql`price_cents`)} as bucket, count(*), ${sellerCounts} from best group by 1, 2, 3),
    first as (select listing_id, score from best limit ${sql.lit(firstHits)})
    select (select count(*)::int from looked) as looked, (select count(*)::int from best) as size,
      (select coalesce(json_agg(json_build_array(category_id, delivery, bucket, count, verified, stars40, stars45)), '[]') from groups) as groups,
      coalesce(array_agg(listing_id), '{}') as ids, coalesce(array_agg(score), '{}') as scores,
      ${lineIn(sql`first`)} as line from first`.execute(ctx.db);
  const { ids, scores, line, looked, size, groups } = rows[0]!;
  const whole = looked <= sampleSize;
  const of = whole ? size : Math.max(size, Math.round((frequent[0]!.listings * size) / looked));
  return { ids, scores, line, whole, sample: { ...sampleOfGroups(size, groups), of } };
}

async function rankPostings(ctx: Ctx, best: RawBuilder<unknown>): Promise<Hits> {
  const { rows } = await sql<Hits>`with best as materialized ${best},
    first as (select listing_id from best limit ${sql.lit(firstHits)})
    select coalesce(array_agg(listing_id), '{}') as ids, coalesce(array_agg(score), '{}') as scores,
      ${lineIn(sql`first`)} as line from best`.execute(ctx.db);
  return { ...rows[0]!, sample: null };
}

/** Those of the best plan among the postings of a `first hundred`. */
function lineIn(first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(array_agg(id order by id), '{}') from listings
    where id in (select listing_id from ${first}) and plan = 'diamante')`;
}

/** Standing on the shelf that was named is worth a little more than a word of the title. */
const shelfRank = 0.3;

/**
 * Ranking reads every hit, so of many it reads the best exposed and newest 2,000: the title weighs five times the
 * description, and a paid plan lifts by a quarter.
 */
async function rankHits(ctx: Ctx, filter: Filter, words: Words, depth: number): Promise<Hits> {
  const { shelf } = filter;
  const { rows } = await sql<{
    ids: number[];
    scores: number[];
    line: number[];
    size: number;
    groups: Group[] | null;
  }>`
    ${planning(filter)} with hits as materialized (
      select l.id, l.exposure, l.plan, l.search, l.category_id, l.delivery_type, l.price_cents, l.seller_verified,
        l.seller_stars,
        ${shelf ? sql`(${standsOn(shelf)})` : sql`false`} as on_shelf
      from listings l where ${conditions(filter)}
      order by l.exposure desc, l.published_at desc, l.id desc limit ${sql.lit(rankedHits + 1)}),
    ranked as (
      select id, plan, ((ts_rank_cd('{0.1, 0.2, 0.4, 1}', search, ${words.tsquery}::tsquery, 1)
          + case when on_shelf then ${sql.lit(shelfRank)}::real else 0 end)
        * 10000 * (1 + 0.25 * exposure))::int as score from hits
      order by score desc, id desc limit ${sql.lit(depth)}),
    groups as (
      select category_id, delivery_type, ${bucketOf(sql`price_cents`)} as bucket, count(*), ${sellerCounts}
      from hits group by 1, 2, 3)
    select (select count(*)::int from hits) as size,
      (select json_agg(json_build_array(category_id, delivery_type, bucket, count, verified, stars40, stars45)) from groups) as groups,
      coalesce(array_agg(id order by score desc, id desc), '{}') as ids,
      coalesce(array_agg(score order by score desc, id desc), '{}') as scores,
      (select coalesce(array_agg(id order by id), '{}') from (select id, plan, score from ranked
        order by score desc, id desc limit ${sql.lit(firstHits)}) first
        where plan = 'diamante' and score * 2 >= (select max(score) from ranked)) as line
    from ranked`.execute(ctx.db);
  const { ids, scores, line, size, groups } = rows[0]!;
  return { ids, scores, line, sample: sampleOfGroups(size, groups ?? []) };
}

/** Counted within the groups of the others, so that there are no more of these. */
const sellerCounts = sql`count(*) filter (where seller_verified) as verified,
  count(*) filter (where seller_stars = 40) as stars40, count(*) filter (where seller_stars = 45) as stars45`;

type Group = [
  categoryId: number,
  delivery: string,
  bucket: number,
  count: number,
  verified: number,
  stars40: number,
  stars45: number,
];

function sampleOfGroups(size: number, groups: readonly Group[]): Sample {
  const counts = groups.flatMap(([category, delivery, bucket, count, verified, stars40, stars45]) => [
    { facet: 'category', value: String(category), count },
    { facet: 'delivery', value: delivery, count },
    { facet: 'price', value: String(bucket), count },
    { facet: 'verified', value: 'true', count: verified },
    { facet: 'stars', value: '40', count: stars40 },
    { facet: 'stars', value: '45', count: stars45 },
  ]);
  return { size, chosen: size, counts };
}
