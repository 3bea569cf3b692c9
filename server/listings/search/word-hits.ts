import { sql } from 'kysely';
import { batchPerTick } from '#server/concurrency/batch.ts';
import type { Ctx } from '#server/context.ts';
import { isAnyOf } from '#server/listings/vacations/away.ts';
import { filtersSeller } from './filter.ts';
import type { Filter } from './filter.ts';
import type { Sample } from './facets.ts';
import { isAnyCommon } from './postings.ts';

/** The results of a search by words, best first. */
export interface Hits {
  ids: number[];
  scores: number[];
  /**
   * Candidates for promotion, by id: listings of the best plan among the first hundred with at least half the score of
   * the best hit. Hits from postings, which are words of titles, all have enough.
   */
  promotable: number[];
  /** The sample for the counts, if the ranking read it anyway. */
  sample: Sample | null;
}

/** With more changes than these, which a search would read, stored hits are not used until the changes are applied. */
const maxPendingChanges = 200;

/**
 * The first hits of a single common word and its counts as they are stored; null when none are, or when a listing with
 * the word has changed since. So they are never behind the listings.
 */
export async function storedHits(ctx: Ctx, filter: Filter): Promise<Hits | null> {
  const { words } = filter;
  const terms = words && isWordOnly(filter) ? alternatives(words.tsquery) : null;
  if (!words || !terms || !(await isAnyCommon(ctx, terms))) return null;
  const hits = await readStored(ctx, { query: words.tsquery, terms });
  // They are stored for everyone and for longer than a vacation begins or ends.
  return hits && (await isAnyOf(ctx.db, hits.ids, filter.away)) ? null : hits;
}

const readStored = batchPerTick(
  async (ctx: Ctx, wanted: { query: string; terms: string[] }[]): Promise<(Hits | null)[]> => {
    const queries = [...new Set(wanted.map(({ query }) => query))];
    const terms = [...new Set(wanted.flatMap((each) => each.terms))];
    const { rows } = await sql<{ query: string; hits: Hits }>`
      with pending as materialized (select words from search_changes limit ${sql.lit(maxPendingChanges)}),
      changed as materialized (
        select coalesce(array_agg(distinct word), '{}') as words from pending, unnest(words) word
        where word = any(${terms}::text[]))
      select query, hits from word_hits, changed where query = any(${queries}::text[])
        and not terms && changed.words and (select count(*) from pending) < ${sql.lit(maxPendingChanges)}`.execute(
      ctx.db,
    );
    const stored = new Map(rows.map(({ query, hits }) => [query, hits]));
    return wanted.map(({ query }) => stored.get(query) ?? null);
  },
);

/** The lexemes of a `tsquery` that is a word or a choice of words, `'a' | 'b':AB`; else null. */
export function alternatives(tsquery: string): string[] | null {
  if (!/^'[^'\\]+'(?::AB)?(?: \| '[^'\\]+'(?::AB)?)*$/.test(tsquery)) return null;
  return tsquery.split(' | ').map((word) => word.replace(':AB', '').slice(1, -1));
}

/** Whether a filter has words and nothing else, and the words name no category. */
function isWordOnly(filter: Filter): boolean {
  const { categoryScope, category, seller, priceMin, priceMax, delivery, place, attributes } = filter;
  const others = [categoryScope, category, seller, priceMin, priceMax, place];
  const isBare = others.every((each) => each === null) && delivery.length === 0 && attributes.length === 0;
  return isBare && !filtersSeller(filter);
}
