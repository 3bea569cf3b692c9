import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { CategoryNode, CategoryTree } from '#server/listings/catalogue/queries.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { readWords } from './words.ts';
import type { Words } from './words.ts';
import { lexemesOf } from './language/lemmas.ts';
import { isQuestionWord, isStopWord } from './language/stop-words.ts';
import { synonymsOf } from './synonyms.ts';

/** A category that the words name: `celular samsung` means «samsung» in the category of smartphones. */
export interface CategoryScope {
  leafIds: readonly number[];
  /** The other words as a `tsquery`; null when the words only name the category. */
  rest: string | null;
}

/** Larger categories are ignored: their titles contain the word often enough, and every listing would be read. */
const maxScopeListings = 5_000;

/** The category whose name, or one side of its «e», is among the words, or null. */
export async function findCategoryScope(ctx: Ctx, { typed }: Words): Promise<CategoryScope | null> {
  if (/["-]|\bor\b/.test(typed)) return null;
  const words = typed
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isStopWord(word) && !isQuestionWord(word));
  const tree = await categoryTree(ctx);
  const names = words.map((word) => new Set([word, ...synonymsOf(word)].flatMap((each) => lexemesOf(each))));
  const named = (await namesIn(tree)).flatMap(({ node, parts }) => {
    const used = wordsNaming(parts, words, names);
    return used && node.listingsCount <= maxScopeListings ? [{ node, used }] : [];
  });
  // Most words first, then literal words before synonyms, then the narrowest category.
  const [best] = named.toSorted(
    (a, b) =>
      b.used.size - a.used.size ||
      countLiteralWords(b.node, words) - countLiteralWords(a.node, words) ||
      a.node.leafIds.length - b.node.leafIds.length,
  );
  if (!best) return null;
  const rest = words.filter((word) => !best.used.has(word)).join(' ');
  const others = rest === '' ? null : await readWords(ctx, rest);
  return { leafIds: best.node.leafIds, rest: others?.tsquery ?? null };
}

interface CategoryNames {
  node: CategoryNode;
  /** The words of each side of its «e». */
  parts: string[][];
}

/** As long as the tree: splitting the names again for each search was a seventh of what a search cost in Node. */
const namesCache: CacheShape = { name: 'listings.category-names', maxEntries: 1, ttlMs: 3_600_000 };

function namesIn(tree: CategoryTree): Promise<CategoryNames[]> {
  return cached(tree, namesCache, 'all', async () =>
    tree.all.map((node) => ({
      node,
      parts: node.name.split(/ e |, /).map((part) =>
        part
          .toLowerCase()
          .split(/\s+/)
          .filter((word) => !isStopWord(word))
          .map(lexeme),
      ),
    })),
  );
}

/** The typed words that name a category; `names` are what each of them means. */
function wordsNaming(
  parts: readonly string[][],
  words: readonly string[],
  names: readonly Set<string>[],
): Set<string> | null {
  for (const wanted of parts) {
    const found = wanted.map((want) => words[names.findIndex((each) => each.has(want))]);
    if (found.every((word) => word !== undefined)) return new Set(found);
  }
  return null;
}

/** How many words of the name were typed literally. */
function countLiteralWords({ name }: CategoryNode, words: readonly string[]): number {
  const typed = new Set(words.map(lexeme));
  return name
    .toLowerCase()
    .split(' ')
    .filter((word) => typed.has(lexeme(word))).length;
}

function lexeme(word: string): string {
  return lexemesOf(word)[0] ?? word;
}
