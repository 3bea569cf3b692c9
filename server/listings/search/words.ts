import { sql } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { nearest } from './spelling.ts';
import { hasSynonyms, synonymsOf } from './synonyms.ts';

/** Words as PostgreSQL understood them. */
export interface Words {
  /** A `tsquery`, already folded and stemmed. */
  tsquery: string;
  /** Its lexemes, when all that is asked is that a listing has each of them. */
  terms: readonly string[] | null;
  /** What was searched instead, when the spelling was mended. */
  correctedTo: string | null;
  typed: string;
}

/** Portuguese stop words lose their accent in `fold_pt`, and with it PostgreSQL's stop list no longer knows them. */
const foldedStopWords = 'nao|ate|voce|voces|tambem|sao|estao|ja|so|ha|sera';

/** A query's meaning never changes; the bound is for memory only. */
const read: CacheShape = { name: 'listings.words', maxEntries: 5_000, ttlMs: 3_600_000 };

/** What the words mean, or null when nothing is left of them: only stop words, signs, emoji. */
export async function readWords(ctx: Ctx, q: string): Promise<Words | null> {
  const typed = clean(q);
  if (typed === '') return null;
  const meaning = await cached(ctx, read, typed, async () => {
    const { rows } = await sql<{ plain: string; wide: string }>`
      select ${exactly(typed)}::text as plain, (${widely(typed)})::text as wide`.execute(ctx.db);
    return rows[0]!;
  });
  if (meaning.plain === '') return null;
  return { tsquery: meaning.wide, terms: termsOf(meaning.plain), correctedTo: null, typed };
}

/** The lexemes of a query that is a plain `'a' & 'b'`, each once. */
function termsOf(tsquery: string): string[] | null {
  const isPlain = /^'[^'\\]+'(?: & '[^'\\]+')*$/.test(tsquery);
  return isPlain ? [...new Set(tsquery.slice(1, -1).split("' & '"))] : null;
}

/** The words with what else they are called (`celular` is `smartphone`); signs that mean something are left alone. */
function widely(typed: string) {
  const words = typed.split(' ');
  if (/["-]|\bor\b/.test(typed) || !words.some(hasSynonyms)) return exactly(typed);
  const each = words.map((word) => {
    const meanings = [word, ...synonymsOf(word)].map((other) => sql`(${exactly(other)})`);
    return sql`(${sql.join(meanings, sql` || `)})`;
  });
  return sql.join(each, sql` && `);
}

/** Control characters cannot be stored and so never be found; case and spaces mean nothing. */
function clean(q: string): string {
  return q
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function exactly(text: string) {
  return sql`websearch_to_tsquery('portuguese',
    regexp_replace(fold_pt(${text}), ${`\\y(${foldedStopWords})\\y`}, ' ', 'g'))`;
}

const guessed: CacheShape = { name: 'listings.guesses', maxEntries: 2_000, ttlMs: 30_000 };
const maxWords = 8;

/** Other readings to try when the words found nothing: the last one unfinished, then the spelling mended. */
export function otherReadings(ctx: Ctx, { typed }: Words): Promise<Words[]> {
  return cached(ctx, guessed, typed, async () => {
    const words = typed
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .slice(0, maxWords);
    if (words.length === 0) return [];
    const unfinished = await asPrefix(ctx, words, typed);
    const mended = await mend(ctx, words, typed);
    return [unfinished, mended].filter((each) => each !== null);
  });
}

/** `conta fort` also means `conta fortnite`. */
async function asPrefix(ctx: Ctx, words: string[], typed: string): Promise<Words | null> {
  const head = words.slice(0, -1).join(' ');
  const last = words.at(-1)!;
  if (last.length < 2) return null;
  const { rows } = await sql<{ tsquery: string }>`
    select (${exactly(head)} && to_tsquery('simple', quote_literal(f_unaccent(${last})) || ':*'))::text as tsquery`.execute(
    ctx.db,
  );
  return { tsquery: rows[0]!.tsquery, terms: null, correctedTo: null, typed };
}

/** Each word that no listing has becomes the nearest one that some title has. */
async function mend(ctx: Ctx, words: string[], typed: string): Promise<Words | null> {
  const mended = await ctx.db.transaction().execute(async (tx) => {
    // `<%` reads its threshold from a setting; ours is low because the distance decides afterwards. And a
    // word that nobody wrote is sought in the index: the planner guesses that 1 of 780 listings has it, and would read
    // listings until it meets one (850 ms at a million, where the index says in 0.1 that there is none).
    await sql`select set_config('pg_trgm.word_similarity_threshold', '0.3', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true)`.execute(tx);
    const found: string[] = [];
    for (const word of words) found.push(await mendWord(tx, word));
    return found.join(' ');
  });
  if (mended === words.join(' ')) return null;
  const { rows } = await sql<{ tsquery: string }>`select ${exactly(mended)}::text as tsquery`.execute(ctx.db);
  const { tsquery } = rows[0]!;
  return { tsquery, terms: termsOf(tsquery), correctedTo: mended, typed };
}

/**
 * The nearest of the words that titles have. A word no listing has is looked for among `suggestions`, which holds each
 * word once: 2 ms at a million listings, where the titles themselves took 300.
 */
async function mendWord(tx: Tx, word: string): Promise<string> {
  if (word.length < 3) return word;
  const { rows } = await sql<{ known: boolean; near: string[] | null }>`
    select numnode(${exactly(word)}) = 0
        or exists (select from search_terms where term = btrim(${exactly(word)}::text, ''''))
        or exists (select from listings where state = 'published' and search @@ ${exactly(word)}) as known,
      (select array_agg(near.words) from (
        select words from suggestions where f_unaccent(${word}) <% folded and position(' ' in folded) = 0
        order by similarity(folded, f_unaccent(${word})) desc, listings desc limit 20) near) as near`.execute(
    tx,
  );
  const { known, near } = rows[0]!;
  return known ? word : (nearest(word, near ?? []) ?? word);
}
