import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { searchListings } from '#contract/listings/listings.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { CategoryTree } from '#server/listings/catalogue/queries.ts';
import { findCategoryScope } from './category-scope.ts';
import { countListings } from './counts.ts';
import { noFilter } from './filter.ts';
import { lexemesOf } from './language/lemmas.ts';
import { lexemeOf, topicOf } from './topics.ts';
import { wordsOf } from './words.ts';
import type { Words } from './words.ts';

export type Near = Reply<typeof searchListings>['near'];

export const nothingNear: Near = { category: null, searches: [] };

const nearCache: CacheShape = { name: 'listings.near', maxEntries: 1_000, ttlMs: 30_000 };
const maxSearches = 4;
/** Each search that is tried is counted. */
const maxTried = 8;

/**
 * What to offer when words find nothing: the category in which such things are sold, and searches that find something:
 * the query without one of its words, or other things of the same kind.
 */
export function nearTo(ctx: Ctx, words: Words): Promise<Near> {
  return cached(ctx, nearCache, words.typed, async () => {
    const typed = words.asked?.map((term) => term.typed) ?? [];
    const topic = typed.map(topicOf).find((each) => each !== undefined);
    const fewer =
      typed.length > 1 ? typed.map((word) => typed.filter((other) => other !== word).join(' ')) : [];
    const alike = topic ? await thingsOnSale(ctx, topic.things) : [];
    const searches = await findSome(ctx, [...fewer, ...alike]);
    const category = topic ? categoryNamed(await categoryTree(ctx), topic.categories) : null;
    return { category, searches };
  });
}

/** Those of the things that titles have, the most frequent first. */
async function thingsOnSale(ctx: Ctx, things: readonly string[]): Promise<string[]> {
  const byLexeme = new Map(things.map((thing) => [lexemeOf(thing), thing]));
  const { rows } = await sql<{ term: string }>`
    select term from search_terms where term = any(${[...byLexeme.keys()]}::text[]) and listings > 0
    order by listings desc, term limit ${maxSearches}`.execute(ctx.db);
  return rows.map(({ term }) => byLexeme.get(term)!);
}

async function findSome(ctx: Ctx, queries: readonly string[]): Promise<Near['searches']> {
  const found: Near['searches'] = [];
  for (const query of [...new Set(queries)].slice(0, maxTried)) {
    if (found.length === maxSearches) break;
    const words = wordsOf(query);
    if (!words) continue;
    const categoryScope = await findCategoryScope(ctx, words);
    const { total, totalIsExact } = await countListings(ctx, { ...noFilter, words, categoryScope });
    if (total > 0) found.push({ words: query, total, totalIsExact });
  }
  return found;
}

/** The first of the names that a category with listings has, the narrowest such category. */
function categoryNamed({ all }: CategoryTree, names: readonly string[]): Near['category'] {
  for (const name of names) {
    const [best] = all
      .filter((node) => node.listingsCount > 0 && lexemesIn(node.name).includes(name))
      .toSorted((a, b) => a.leafIds.length - b.leafIds.length || b.listingsCount - a.listingsCount);
    if (best) return { slug: best.slug, name: best.name };
  }
  return null;
}

function lexemesIn(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .flatMap((word) => (word === '' ? [] : lexemesOf(word)));
}
