import { sql } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { fold } from '#domain/text/fold.ts';
import { isKnownWord } from './language/modern-words.ts';
import type { Term } from './language/query-text.ts';
import { nearest } from './spelling.ts';
import { wordsOf } from './words.ts';
import type { Words } from './words.ts';

const readingsCache: CacheShape = { name: 'listings.guesses', maxEntries: 2_000, ttlMs: 30_000 };
const maxTerms = 8;

/**
 * Other readings to try when the words find nothing: two of them as one word, the last one as a beginning, then the
 * corrected spelling. A word of the language is what it is: it is neither completed nor corrected.
 */
export function otherReadings(ctx: Ctx, words: Words): Promise<Words[]> {
  return cached(ctx, readingsCache, words.typed, async () => {
    const { asked } = words;
    if (!asked || asked.length > maxTerms) return [];
    const joined = joinPair(words, asked);
    if (asked.every((term) => !mayBeWrong(term))) return joined ? [joined] : [];
    const corrected = await correctSpelling(ctx, words, asked);
    return [joined, asPrefix(words, asked), corrected].filter((each) => each !== null);
  });
}

/** Whether a term is letters that are no known word. */
function mayBeWrong({ typed }: Term): boolean {
  return /^[\p{L}\p{M}]{2,}$/u.test(typed) && !isKnownWord(typed);
}

/** `head set` also means `headset`, where the pair is one known word. */
function joinPair(words: Words, asked: readonly Term[]): Words | null {
  const typed = asked.map((term) => term.typed);
  const at = typed.findIndex((word, place) => place > 0 && isKnownWord(typed[place - 1]! + word));
  if (at < 0) return null;
  const joined = wordsOf(typed.toSpliced(at - 1, 2, typed[at - 1]! + typed[at]!).join(' '));
  return joined && { ...joined, typed: words.typed };
}

/** `conta fort` also means `conta fortnite`, in titles. */
function asPrefix(words: Words, asked: readonly Term[]): Words | null {
  const last = asked.at(-1)!;
  if (!mayBeWrong(last)) return null;
  const head = wordsOf(
    asked
      .slice(0, -1)
      .map(({ typed }) => typed)
      .join(' '),
  );
  const beginning = `'${fold(last.typed)}':*AB`;
  const tsquery = head ? `(${head.tsquery}) & ${beginning}` : beginning;
  return { ...words, tsquery, terms: null };
}

/** Replaces each unknown word that no listing has by the nearest word of a title. */
async function correctSpelling(ctx: Ctx, words: Words, asked: readonly Term[]): Promise<Words | null> {
  const mended = await ctx.db.transaction().execute(async (tx) => {
    // `<%` reads its threshold from a setting; it is low because the distance decides afterwards. The scans are disabled
    // so that an unknown word is searched in the index: the planner estimates that 1 of 780 listings has it, and would
    // read listings until it finds one (850 ms at a million, where the index takes 0.1 ms).
    await sql`select set_config('pg_trgm.word_similarity_threshold', '0.3', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true)`.execute(tx);
    const found: string[] = [];
    for (const term of asked) found.push(mayBeWrong(term) ? await correctWord(tx, term) : term.typed);
    return found.join(' ');
  });
  if (mended === asked.map(({ typed }) => typed).join(' ')) return null;
  const corrected = wordsOf(mended);
  return corrected && { ...corrected, correctedTo: mended, typed: words.typed };
}

/**
 * The word itself if a listing has it, otherwise the nearest word of `suggestions`, which holds each word of titles
 * once: 2 ms at a million listings, where the titles themselves took 300.
 */
async function correctWord(tx: Tx, { typed, alternatives }: Term): Promise<string> {
  // Three letters are a name («GTA») more often than a slip.
  if (typed.length < 4) return typed;
  const tsquery = alternatives.join(' | ');
  const { rows } = await sql<{ known: boolean; near: string[] | null }>`
    select exists (select from search_terms where term = ${fold(typed)} and listings > 0)
        or exists (select from listings where state = 'published' and search @@ ${tsquery}::tsquery) as known,
      (select array_agg(near.words) from (
        select words from suggestions where ${fold(typed)} <% folded and position(' ' in folded) = 0
        order by similarity(folded, ${fold(typed)}) desc, listings desc limit 20) near) as near`.execute(tx);
  const { known, near } = rows[0]!;
  return known ? typed : (nearest(typed, near ?? [], isKnownWord) ?? typed);
}
