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
  /** Whether all in the category is what they name; «violão» names «Violões e guitarras», where no bass is one. */
  isWhole: boolean;
}

/** Larger categories are ignored: their titles contain the word often enough, and every listing would be read. */
const maxScopeListings = 5_000;

/** The category whose name, or one side of its «e», is among the words, or null. */
export async function findCategoryScope(
  ctx: Ctx,
  { typed: asTyped, correctedTo }: Words,
): Promise<CategoryScope | null> {
  const typed = correctedTo ?? asTyped;
  if (/["-]|\bor\b/.test(typed)) return null;
  const words = typed
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isStopWord(word) && !isQuestionWord(word));
  const tree = await categoryTree(ctx);
  const names = words.map((word) => new Set([word, ...synonymsOf(word)].flatMap((each) => lexemesOf(each))));
  const named = (await namesIn(tree)).flatMap(({ node, parts }) => {
    const found = wordsNaming(parts, words, names);
    return found && node.listingsCount <= maxScopeListings ? [{ node, ...found }] : [];
  });
  // Most words first, then literal words before synonyms, then the narrowest category.
  const [first] = named.toSorted(
    (a, b) =>
      b.used.size - a.used.size ||
      countLiteralWords(b.node, words) - countLiteralWords(a.node, words) ||
      a.node.leafIds.length - b.node.leafIds.length,
  );
  if (!first) return null;
  const best = narrowest(first, named);
  const rest = words.filter((word) => !best.used.has(word)).join(' ');
  const others = rest === '' ? null : await readWords(ctx, rest);
  return {
    leafIds: best.node.leafIds,
    rest: others ? `(${others.tsquery})` : null,
    isWhole: best.isWhole,
  };
}

interface Named {
  node: CategoryNode;
  /** The typed words that name it. */
  used: Set<string>;
  /** Whether they name all sides of its name. */
  isWhole: boolean;
}

/** «Celulares» holds cables and watches too, so the word means «Smartphones» below it. */
function narrowest(first: Named, named: readonly Named[]): Named {
  const [inside] = named
    .filter(
      ({ node, used }) =>
        used.size === first.used.size && node.leafIds.every((id) => first.node.leafIds.includes(id)),
    )
    .toSorted((a, b) => a.node.leafIds.length - b.node.leafIds.length);
  return inside ?? first;
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

const isNamed = (side: (string | undefined)[]) => side.every((word) => word !== undefined);

/** The typed words that name a side of a category's name; `names` are what each of them means. */
function wordsNaming(
  parts: readonly string[][],
  words: readonly string[],
  names: readonly Set<string>[],
): Omit<Named, 'node'> | null {
  const found = parts.map((wanted) => wanted.map((want) => words[names.findIndex((each) => each.has(want))]));
  const side = found.find(isNamed);
  if (!side) return null;
  return { used: new Set(side.filter((word) => word !== undefined)), isWhole: found.every(isNamed) };
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
