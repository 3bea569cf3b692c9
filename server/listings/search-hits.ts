import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { cached } from '#server/cache.ts';
import type { CacheShape } from '#server/cache.ts';
import type { Ctx } from '#server/context.ts';
import { bucketOf } from './search-facets.ts';
import type { Sample } from './search-facets.ts';
import { conditions, keyOf, planning, standsOn } from './search-filter.ts';
import type { Filter } from './search-filter.ts';
import { frequentWords, walk } from './search-postings.ts';
import type { Words } from './search-words.ts';

/** What words find, best first. */
export interface Hits {
  ids: number[];
  scores: number[];
  /** The choices among them, when they had to be read anyway; null when postings answered. */
  sample: Sample | null;
}

const kept: CacheShape = { name: 'listings.hits', maxEntries: 500, forMs: 5_000 };
/** Most people see one page: the whole ranking is made when somebody turns it. More than the longest page has. */
export const firstHits = 100;
export const rankedHits = 2_000;

/**
 * The best hits of a filter's words, kept for seconds: from the postings when all words are frequent and enough titles
 * have them all, otherwise from the hits themselves.
 */
export function hitsOf(ctx: Ctx, filter: Filter, words: Words, depth: number): Promise<Hits> {
  return cached(ctx, kept, `${depth} ${keyOf(filter)}`, async () => {
    const frequent = await frequentWords(ctx, filter);
    const walked = frequent && (await rankPostings(ctx, walk(frequent, filter, depth)));
    return walked && walked.ids.length >= firstHits ? walked : rankHits(ctx, filter, words, depth);
  });
}

async function rankPostings(ctx: Ctx, best: RawBuilder<unknown>): Promise<Hits> {
  const { rows } = await sql<Hits>`
    select coalesce(array_agg(listing_id), '{}') as ids, coalesce(array_agg(score), '{}') as scores
    from ${best} best`.execute(ctx.db);
  return { ...rows[0]!, sample: null };
}

/** Standing on the shelf that was named is worth a little more than a word of the title. */
const shelfRank = 0.3;

/**
 * Ranking reads every hit, so of many it reads the best exposed and newest 2,000: the title weighs five times the
 * description, and a plan a quarter more for each step.
 */
async function rankHits(ctx: Ctx, filter: Filter, words: Words, depth: number): Promise<Hits> {
  const { shelf } = filter;
  const { rows } = await sql<{ ids: number[]; scores: number[]; size: number; groups: Group[] | null }>`
    ${planning(filter)} with hits as materialized (
      select l.id, l.exposure, l.search, l.category_id, l.delivery_type, l.price_cents,
        ${shelf ? sql`(${standsOn(shelf)})` : sql`false`} as on_shelf
      from listings l where ${conditions(filter)}
      order by l.exposure desc, l.published_at desc, l.id desc limit ${sql.lit(rankedHits + 1)}),
    ranked as (
      select id, ((ts_rank_cd('{0.1, 0.2, 0.4, 1}', search, ${words.tsquery}::tsquery, 1)
          + case when on_shelf then ${sql.lit(shelfRank)}::real else 0 end)
        * 10000 * (1 + 0.25 * exposure))::int as score from hits
      order by score desc, id desc limit ${sql.lit(depth)}),
    groups as (
      select category_id, delivery_type, ${bucketOf(sql`price_cents`)} as bucket, count(*) from hits group by 1, 2, 3)
    select (select count(*)::int from hits) as size,
      (select json_agg(json_build_array(category_id, delivery_type, bucket, count)) from groups) as groups,
      coalesce(array_agg(id order by score desc, id desc), '{}') as ids,
      coalesce(array_agg(score order by score desc, id desc), '{}') as scores from ranked`.execute(ctx.db);
  const { ids, scores, size, groups } = rows[0]!;
  return { ids, scores, sample: sampleOfGroups(size, groups ?? []) };
}

type Group = [categoryId: number, delivery: string, bucket: number, count: number];

function sampleOfGroups(size: number, groups: readonly Group[]): Sample {
  const counts = groups.flatMap(([category, delivery, bucket, count]) => [
    { facet: 'category', value: String(category), count },
    { facet: 'delivery', value: delivery, count },
    { facet: 'price', value: String(bucket), count },
  ]);
  return { size, chosen: size, counts };
}
