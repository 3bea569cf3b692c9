import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { CategoryNode } from '#server/listings/catalogue/queries.ts';
import type { Ctx } from '#server/context.ts';
import { readWords } from './words.ts';
import type { Words } from './words.ts';
import { singular, synonymsOf } from './synonyms.ts';

/** Where what was typed stands by its category's name: `celular samsung` is «samsung» among the smartphones. */
export interface Shelf {
  leafIds: readonly number[];
  /** The other words as a `tsquery`; null when the name was all. */
  rest: string | null;
}

/** A larger shelf has the word in its own titles often enough, and adding it whole would read it whole. */
const largestShelf = 5_000;
const little = /^(?:d[aeo]s?|e|o|a|os|as|com|sem|para|por|em|n[ao]s?)$/;

/** The shelves whose name, or one side of its «e», is among the words, or null. */
export async function shelfMeant(ctx: Ctx, { typed }: Words): Promise<Shelf | null> {
  if (/["-]|\bor\b/.test(typed)) return null;
  const words = typed.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !little.test(word));
  const { all } = await categoryTree(ctx);
  const named = all.flatMap((node) => {
    const used = usedBy(node, words);
    return used && node.listingsCount <= largestShelf ? [{ node, used }] : [];
  });
  // The most words, then those words themselves rather than synonyms, then the narrowest shelf.
  const [best] = named.toSorted(
    (a, b) =>
      b.used.size - a.used.size ||
      literal(b.node, words) - literal(a.node, words) ||
      a.node.leafIds.length - b.node.leafIds.length,
  );
  if (!best) return null;
  const rest = words.filter((word) => !best.used.has(word)).join(' ');
  const others = rest === '' ? null : await readWords(ctx, rest);
  return { leafIds: best.node.leafIds, rest: others?.tsquery ?? null };
}

/** The typed words that name a category. */
function usedBy({ name }: CategoryNode, words: readonly string[]): Set<string> | null {
  for (const part of name.split(/ e |, /)) {
    const wanted = part
      .split(/\s+/)
      .map(singular)
      .filter((word) => !little.test(word));
    const found = wanted.map((want) => words.find((word) => namesOf(word).includes(want)));
    if (found.every((word) => word !== undefined)) return new Set(found);
  }
  return null;
}

function namesOf(word: string): string[] {
  return [singular(word), ...synonymsOf(word)];
}

/** How many words of the name were typed as they are. */
function literal({ name }: CategoryNode, words: readonly string[]): number {
  const said = new Set(words.map(singular));
  return name.split(' ').filter((word) => said.has(singular(word))).length;
}
