import { sql } from 'kysely';
import type { Sweep } from '#server/background/worker.ts';
import type { Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { conditions, noFilter } from './filter.ts';
import type { Filter } from './filter.ts';
import { sampleSize } from './facets.ts';
import { firstHits, rankHits } from './hits.ts';
import { commonFrom } from './postings.ts';
import { synonyms } from './synonyms.ts';
import { alternatives } from './word-hits.ts';
import type { Hits } from './word-hits.ts';
import { wordsOf } from './words.ts';

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
      const queries = await missingQueries(tx);
      for (const query of queries) await storeHitsOf(tx, query);
      return queries.length;
    }),
};

/**
 * The queries of common words that are not stored, the most frequent first: each word with its other forms and its
 * synonyms, as a search for it asks (`wordsOf`).
 */
async function missingQueries(tx: Tx): Promise<string[]> {
  const { rows: common } = await sql<{ term: string }>`
    select term from search_terms where listings >= ${commonFrom} and state <> 'kept'
    order by listings desc, term limit 10000`.execute(tx);
  // A small market has none, and then the dictionary is not read before the first search.
  if (common.length === 0) return [];
  const terms = new Set(common.map(({ term }) => term));
  const withCommonWords = synonyms.filter((word) =>
    queryOf(word)
      ?.split(/[^\p{L}\p{N}]+/u)
      .some((lexeme) => terms.has(lexeme)),
  );
  const queries = [...new Set([...terms, ...withCommonWords].flatMap((word) => queryOf(word) ?? []))];
  const { rows } = await sql<{ query: string }>`
    select query from unnest(${queries}::text[]) with ordinality wanted (query, place)
    where not exists (select from word_hits h where h.query = wanted.query)
    order by place limit ${wordsAtOnce}`.execute(tx);
  return rows.map(({ query }) => query);
}

const queriesByWord = new Map<string, string | null>();
const maxQueries = 20_000;

/** The query that a search for the word makes, if it can be stored: a word or a choice of words. */
function queryOf(word: string): string | null {
  const known = queriesByWord.get(word);
  if (known !== undefined) return known;
  const query = wordsOf(word)?.tsquery ?? '';
  const stored = alternatives(query) === null ? null : query;
  if (queriesByWord.size >= maxQueries) queriesByWord.clear();
  queriesByWord.set(word, stored);
  return stored;
}

async function storeHitsOf(tx: Tx, query: string): Promise<void> {
  const words = { tsquery: query, terms: null, correctedTo: null, typed: '', asked: null };
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
