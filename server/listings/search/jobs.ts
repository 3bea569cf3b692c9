import { sql } from 'kysely';
import type { Sweep } from '#server/background/worker.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { conditions, noFilter } from './filter.ts';
import type { Filter } from './filter.ts';
import { sampleSize } from './facets.ts';
import { firstHits, rankHits } from './hits.ts';
import { commonFrom } from './postings.ts';
import { synonyms } from './synonyms.ts';
import { alternatives } from './word-hits.ts';
import type { Hits } from './word-hits.ts';
import { readWords } from './words.ts';

/** Words of one run: a fifth of a second in PostgreSQL, however many words change. */
const wordsAtOnce = 20;

/** Computes the hits of common words that are not stored, the most frequent first. */
export const storeWordHits: Sweep = {
  name: 'listings.word-hits',
  everyMs: 2_000,
  // More than one run computes, so that no run is followed by another at once.
  batch: wordsAtOnce + 1,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      // No change is applied meanwhile (`fold_search_changes`): it could not delete a row that is not yet stored.
      const lock = await sql<{
        isTaken: boolean;
      }>`select pg_try_advisory_xact_lock(7214013) as "isTaken"`.execute(tx);
      if (!lock.rows[0]!.isTaken) return 0;
      const queries = await missingQueries(ctx, tx);
      for (const query of queries) await storeHitsOf(tx, query);
      return queries.length;
    }),
};

/** The queries of common words that are not stored: of each alone, and of each with its synonyms. */
async function missingQueries(ctx: Ctx, tx: Tx): Promise<string[]> {
  const meanings = await Promise.all(synonyms.map((word) => readWords(ctx, word)));
  const { rows } = await sql<{ query: string }>`
    with common as materialized (
      select term, listings from search_terms where listings >= ${commonFrom} and state <> 'kept'
        and strpos(term, '''') = 0 and strpos(term, ${'\\'}) = 0)
    select query from (
      select quote_literal(term) as query, listings from common
      union select query, max(listings) from unnest(${meanings.map((each) => each!.tsquery)}::text[]) query
        join common on strpos(query, quote_literal(term)) > 0 group by query) wanted
    where not exists (select from word_hits h where h.query = wanted.query)
    order by listings desc, query limit ${wordsAtOnce}`.execute(tx);
  return rows.map(({ query }) => query);
}

async function storeHitsOf(tx: Tx, query: string): Promise<void> {
  const words = { tsquery: query, terms: null, correctedTo: null, typed: '' };
  const filter = { ...noFilter, words };
  const found = await rankHits(tx, filter, words, firstHits);
  const { sample } = found;
  const total = sample.size > sampleSize ? await countAll(tx, filter) : sample.size;
  const hits: Hits = { ...found, sample: { ...sample, total, counts: added(sample.counts) } };
  await sql`insert into word_hits (query, terms, hits)
    values (${query}, ${alternatives(query)}::text[], ${JSON.stringify(hits)})`.execute(tx);
}

async function countAll(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listings l where ${conditions(filter)}`.execute(tx);
  return rows[0]!.count;
}

type Counts = NonNullable<Hits['sample']>['counts'];

/** The counts with one entry for each choice. */
function added(counts: Counts): Counts {
  const totals = new Map<string, Counts[number]>();
  for (const each of counts) {
    const key = `${each.facet} ${each.value}`;
    totals.set(key, { ...each, count: each.count + (totals.get(key)?.count ?? 0) });
  }
  return [...totals.values()];
}
