import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listSuggestions } from '#contract/listings/listings.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { Ctx } from '#server/context.ts';
import { nearest } from './spelling.ts';

type Suggestions = Reply<typeof listSuggestions>['items'];

const shown = 8;
const shownCategories = 2;
/** Fewer than this, and the beginning may be misspelt. */
const tooFew = 3;
const kept: CacheShape = { name: 'listings.suggestions', maxEntries: 5_000, ttlMs: 60_000 };

/** What a search may mean while it is being typed; at most a minute old. From the second letter on. */
export async function suggestionsFor(ctx: Ctx, q: string): Promise<Suggestions> {
  const typed = fold(q);
  if (typed.length < 2) return [];
  return cached(ctx, kept, typed, async () => {
    const categories = await categoriesLike(ctx, typed);
    const begun = await beginningWith(ctx, typed);
    const meant = begun.length < tooFew && typed.length >= 4 ? await soundingLike(ctx, typed) : [];
    const words = [...new Set([...begun, ...meant])].slice(0, shown - categories.length);
    return [...words.map((each) => ({ words: each, category: null })), ...categories];
  });
}

/** As `f_unaccent(lower(…))` does; signs part words. */
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
  const best = begins.toSorted((a, b) => b.listingsCount - a.listingsCount).slice(0, shownCategories);
  return best.map(({ name, slug }) => ({ words: name, category: slug }));
}

/** As many letters as an index is ordered by: the most frequent come first, so the walk ends at the eighth that fits. */
const indexed = [8, 5, 3, 2] as const;

async function beginningWith(ctx: Ctx, typed: string): Promise<string[]> {
  const letters = indexed.find((each) => each <= typed.length) ?? 2;
  const longer = typed.length > letters ? sql`and starts_with(folded, ${typed})` : sql``;
  const { rows } = await sql<{ words: string }>`
    select words from suggestions where left(folded, ${sql.lit(letters)}) = ${typed.slice(0, letters)} ${longer}
    order by listings desc, folded limit ${sql.lit(shown)}`.execute(ctx.db);
  return rows.map(({ words }) => words);
}

/** The last word mended by the words titles have, and what then begins so. */
async function soundingLike(ctx: Ctx, typed: string): Promise<string[]> {
  const parts = typed.split(' ');
  const last = parts.pop()!;
  if (last.length < 4) return [];
  const { rows } = await sql<{ folded: string }>`
    select folded from suggestions where folded % ${last} and position(' ' in folded) = 0
    order by similarity(folded, ${last}) desc, listings desc limit 30`.execute(ctx.db);
  const word = nearest(
    last,
    rows.map(({ folded }) => folded),
  );
  return word === null ? [] : beginningWith(ctx, [...parts, word].join(' '));
}
