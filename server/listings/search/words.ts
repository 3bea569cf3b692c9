import { sql } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { nearest } from './spelling.ts';
import { hasSynonyms, synonymsOf } from './synonyms.ts';

/** Search words as PostgreSQL parsed them. */
export interface Words {
  /** A `tsquery`, already normalized and stemmed. */
  tsquery: string;
  /** Its lexemes, if the query only requires each of them; otherwise null. */
  terms: readonly string[] | null;
  /** The words that were searched instead, if the spelling was corrected. */
  correctedTo: string | null;
  typed: string;
}

/** Portuguese stop words lose their accent in `fold_pt`, so PostgreSQL's stop list no longer contains them. */
const foldedStopWords = 'nao|ate|voce|voces|tambem|sao|estao|ja|so|ha|sera';

/** The parse of a query never changes; the limits only bound memory. */
const parsedCache: CacheShape = { name: 'listings.words', maxEntries: 5_000, ttlMs: 3_600_000 };

/** The parsed words, or null when only stop words, punctuation or emoji are left. */
export async function readWords(ctx: Ctx, q: string): Promise<Words | null> {
  const typed = clean(q);
  if (typed === '') return null;
  const meaning = await cached(ctx, parsedCache, typed, async () => {
    const { rows } = await sql<{ plain: string; wide: string }>`
      select ${toTsquery(typed)}::text as plain, (${withSynonyms(typed)})::text as wide`.execute(ctx.db);
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

/** The words with their synonyms (`celular` is `smartphone`); a query with operators is not changed. */
function withSynonyms(typed: string) {
  const words = typed.split(' ');
  if (/["-]|\bor\b/.test(typed) || !words.some(hasSynonyms)) return toTsquery(typed);
  const each = words.map((word) => {
    const meanings = [word, ...synonymsOf(word)].map((other) => sql`(${toTsquery(other)})`);
    return sql`(${sql.join(meanings, sql` || `)})`;
  });
  return sql.join(each, sql` && `);
}

/** Removes control characters, which cannot be stored, and normalizes case and spaces. */
function clean(q: string): string {
  return q
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function toTsquery(text: string) {
  return sql`websearch_to_tsquery('portuguese',
    regexp_replace(fold_pt(${text}), ${`\\y(${foldedStopWords})\\y`}, ' ', 'g'))`;
}

const readingsCache: CacheShape = { name: 'listings.guesses', maxEntries: 2_000, ttlMs: 30_000 };
const maxWords = 8;

/** Other readings to try when the words find nothing: the last word as a prefix, then the corrected spelling. */
export function otherReadings(ctx: Ctx, { typed }: Words): Promise<Words[]> {
  return cached(ctx, readingsCache, typed, async () => {
    const words = typed
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .slice(0, maxWords);
    if (words.length === 0) return [];
    const unfinished = await asPrefix(ctx, words, typed);
    const corrected = await correctSpelling(ctx, words, typed);
    return [unfinished, corrected].filter((each) => each !== null);
  });
}

/** `conta fort` also means `conta fortnite`. */
async function asPrefix(ctx: Ctx, words: string[], typed: string): Promise<Words | null> {
  const head = words.slice(0, -1).join(' ');
  const last = words.at(-1)!;
  if (last.length < 2) return null;
  const { rows } = await sql<{ tsquery: string }>`
    select (${toTsquery(head)} && to_tsquery('simple', quote_literal(f_unaccent(${last})) || ':*'))::text as tsquery`.execute(
    ctx.db,
  );
  return { tsquery: rows[0]!.tsquery, terms: null, correctedTo: null, typed };
}

/** Replaces each word that no listing has by the nearest word of a title. */
async function correctSpelling(ctx: Ctx, words: string[], typed: string): Promise<Words | null> {
  const mended = await ctx.db.transaction().execute(async (tx) => {
    // `<%` reads its threshold from a setting; it is low because the distance decides afterwards. The scans are disabled
    // so that an unknown word is searched in the index: the planner estimates that 1 of 780 listings has it, and would
    // read listings until it finds one (850 ms at a million, where the index takes 0.1 ms).
    await sql`select set_config('pg_trgm.word_similarity_threshold', '0.3', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true)`.execute(tx);
    const found: string[] = [];
    for (const word of words) found.push(await correctWord(tx, word));
    return found.join(' ');
  });
  if (mended === words.join(' ')) return null;
  const { rows } = await sql<{ tsquery: string }>`select ${toTsquery(mended)}::text as tsquery`.execute(
    ctx.db,
  );
  const { tsquery } = rows[0]!;
  return { tsquery, terms: termsOf(tsquery), correctedTo: mended, typed };
}

/**
 * The word itself if a listing has it, otherwise the nearest word of `suggestions`, which holds each word of titles
 * once: 2 ms at a million listings, where the titles themselves took 300.
 */
async function correctWord(tx: Tx, word: string): Promise<string> {
  if (word.length < 3) return word;
  const { rows } = await sql<{ known: boolean; near: string[] | null }>`
    select numnode(${toTsquery(word)}) = 0
        or exists (select from search_terms where term = btrim(${toTsquery(word)}::text, ''''))
        or exists (select from listings where state = 'published' and search @@ ${toTsquery(word)}) as known,
      (select array_agg(near.words) from (
        select words from suggestions where f_unaccent(${word}) <% folded and position(' ' in folded) = 0
        order by similarity(folded, f_unaccent(${word})) desc, listings desc limit 20) near) as near`.execute(
    tx,
  );
  const { known, near } = rows[0]!;
  return known ? word : (nearest(word, near ?? []) ?? word);
}
