import { sql } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { parseQuery } from './language/query.ts';
import type { Term } from './language/query-text.ts';
import { isIndexing } from './reindex.ts';
import { synonymsOf } from './synonyms.ts';

/** The words of a search, read. */
export interface Words {
  /** A text of `tsquery`. */
  tsquery: string;
  /** The lexemes that every result has, if that is all the query requires; otherwise null. */
  terms: readonly string[] | null;
  /** The words that were searched instead, if the spelling was corrected. */
  correctedTo: string | null;
  /** In lower case, without control characters. */
  typed: string;
  /** What is asked for, one by one; null for a query with operators. */
  asked: readonly Term[] | null;
}

/** The reading of a query never changes; the limits only bound memory. */
const readCache: CacheShape = { name: 'listings.words', maxEntries: 5_000, ttlMs: 3_600_000 };

/** The words of a query, or null when only stop words, punctuation or emoji are left. */
export async function readWords(ctx: Ctx, q: string): Promise<Words | null> {
  const typed = clean(q);
  if (typed === '') return null;
  const words = await cached(ctx, readCache, typed, async () => wordsOf(typed));
  if (words === null || !(await isIndexing(ctx))) return words;
  return { ...words, tsquery: await withFormerIndex(ctx, words), terms: null };
}

/** The words of a text that is clean; null when nothing is left to search for. */
export function wordsOf(typed: string): Words | null {
  const { tsquery, required, terms } = parseQuery(typed, (term) => synonymsOf(term.typed));
  return tsquery === '' ? null : { tsquery, terms: required, correctedTo: null, typed, asked: terms };
}

/** While listings are indexed again, what is not yet is found as before. */
async function withFormerIndex(ctx: Ctx, { tsquery, typed }: Words): Promise<string> {
  const { rows } = await sql<{ former: string }>`
    select websearch_to_tsquery('portuguese', fold_pt(${typed}))::text as former`.execute(ctx.db);
  const { former } = rows[0]!;
  return former === '' ? tsquery : `(${tsquery}) | (${former})`;
}

/** Removes control characters, which cannot be stored, and normalizes case and spaces. */
function clean(q: string): string {
  return q
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
