import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listSuggestions } from '#contract/listings/listings.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { Ctx } from '#server/context.ts';
import { isKnownWord } from './language/modern-words.ts';
import { nearest } from './spelling.ts';

type Suggestions = Reply<typeof listSuggestions>['items'];

const maxSuggestions = 8;
const maxCategories = 2;
/** With fewer matches the prefix may be misspelt, so its spelling is corrected too. */
const enoughMatches = 3;
const suggestionsCache: CacheShape = { name: 'listings.suggestions', maxEntries: 5_000, ttlMs: 60_000 };

/** Suggestions for a search while it is typed, from the second letter on; at most a minute old. */
export async function suggestionsFor(ctx: Ctx, q: string): Promise<Suggestions> {
  const typed = fold(q);
  if (typed.length < 2) return [];
  return cached(ctx, suggestionsCache, typed, async () => {
    const categories = await categoriesLike(ctx, typed);
    const prefixMatches = await suggestionsWithPrefix(ctx, typed);
    const corrected =
      prefixMatches.length < enoughMatches && typed.length >= 4 ? await correctedSuggestions(ctx, typed) : [];
    const words = [...new Set([...prefixMatches, ...corrected])].slice(0, maxSuggestions - categories.length);
    return [...words.map((each) => ({ words: each, category: null })), ...categories];
  });
}

/** Normalizes as `f_unaccent(lower(…))` does; punctuation separates words. */
function fold(q: string): string {
  const plain = q.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60);
}

async function categoriesLike(ctx: Ctx, typed: string): Promise<Suggestions> {
  const { all } = await categoryTree(ctx);
  const begins = all.filter(({ name }) =>
    fold(name)
      .split(' ')
      .some((word, at, words) => words.slice(at).join(' ').startsWith(typed)),
  );
  const best = begins.toSorted((a, b) => b.listingsCount - a.listingsCount).slice(0, maxCategories);
  return best.map(({ name, slug }) => ({ words: name, category: slug }));
}

/** Prefix lengths that have an index, most frequent first, so that a scan ends at the eighth match. */
const indexedPrefixLengths = [8, 5, 3, 2] as const;

async function suggestionsWithPrefix(ctx: Ctx, typed: string): Promise<string[]> {
  const letters = indexedPrefixLengths.find((each) => each <= typed.length) ?? 2;
  const longer = typed.length > letters ? sql`and starts_with(folded, ${typed})` : sql``;
  const { rows } = await sql<{ words: string }>`
    select words from suggestions where left(folded, ${sql.lit(letters)}) = ${typed.slice(0, letters)} ${longer}
    order by listings desc, folded limit ${sql.lit(maxSuggestions)}`.execute(ctx.db);
  return rows.map(({ words }) => words);
}

/** Suggestions after correcting the last word by the words of titles. */
async function correctedSuggestions(ctx: Ctx, typed: string): Promise<string[]> {
  const parts = typed.split(' ');
  const last = parts.pop()!;
  if (last.length < 4 || isKnownWord(last)) return [];
  const { rows } = await sql<{ folded: string }>`
    select folded from suggestions where folded % ${last} and position(' ' in folded) = 0
    order by similarity(folded, ${last}) desc, listings desc limit 30`.execute(ctx.db);
  const word = nearest(
    last,
    rows.map(({ folded }) => folded),
    isKnownWord,
  );
  return word === null ? [] : suggestionsWithPrefix(ctx, [...parts, word].join(' '));
}
