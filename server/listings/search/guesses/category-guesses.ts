import type { Reply } from '#contract/endpoint.ts';
import type { listCategoryGuesses } from '#contract/listings/own-listings.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { CategoryNode } from '#server/listings/catalogue/queries.ts';
import { lexemeOf, topicOf } from '#server/listings/search/topics.ts';
import { lexemesOf } from '#server/listings/search/language/lemmas.ts';
import { isStopWord } from '#server/listings/search/language/stop-words.ts';
import { synonymsOf } from '#server/listings/search/synonyms.ts';
import { sharesOnSale } from './shares-on-sale.ts';
import type { Shares } from './shares-on-sale.ts';
import { titleWords } from './title-words.ts';
import type { TitleWord } from './title-words.ts';

export type CategoryGuesses = Reply<typeof listCategoryGuesses>['items'];

const offered = 3;
/** A category with less evidence than this share of the best one's is not offered. */
const fewestShare = 0.08;
/** Evidence below this is chance: a colour that a few listings share. */
const fewestEvidence = 0.04;
/** How much each kind of evidence counts, for a word that has all of it. */
const counts = { name: 1.2, topic: 0.9, onSale: 1.8 } as const;
/** A word in the name of a parent says less: all its children share it. */
const ofParent = 0.35;

const guessesCache: CacheShape = { name: 'listings.category-guesses', maxEntries: 2_000, ttlMs: 60_000 };

/**
 * The leaf categories in which a thing with this title is most likely sold, the likeliest first; at most three, none
 * without evidence. The evidence of each word: names of categories, topics, and where listings with it in their title
 * are on sale.
 */
export async function guessCategories(ctx: Ctx, title: string): Promise<CategoryGuesses> {
  const words = titleWords(title);
  if (words.length === 0) return [];
  const key = words.map(({ text }) => text).join(' ');
  return cached(ctx, guessesCache, key, async () => {
    const [tree, shares] = [await categoryTree(ctx), await sharesOnSale(ctx, words)];
    const scored = tree.all
      .filter(({ children }) => children.length === 0)
      .map((leaf) => ({ leaf, evidence: evidenceFor(leaf, words, shares) }))
      .toSorted((a, b) => b.evidence - a.evidence || b.leaf.listingsCount - a.leaf.listingsCount);
    const least = Math.max(fewestEvidence, (scored[0]?.evidence ?? 0) * fewestShare);
    return scored
      .filter(({ evidence }) => evidence >= least)
      .slice(0, offered)
      .map(({ leaf }) => ({ id: leaf.id, path: leaf.path.map(({ name }) => name) }));
  });
}

function evidenceFor(leaf: CategoryNode, words: readonly TitleWord[], shares: Shares): number {
  const [own, ...parents] = leaf.path.toReversed();
  return words.reduce((sum, word) => {
    const byName = Math.max(
      nameEvidence(own!, word),
      ...parents.map((node) => ofParent * nameEvidence(node, word)),
    );
    const byTopic = Math.max(
      topicEvidence(own!, word),
      ...parents.map((node) => ofParent * topicEvidence(node, word)),
    );
    // Squared: a word that is sold everywhere says nothing.
    const byShare = (shares.get(word.text)?.get(leaf.id) ?? 0) ** 2;
    return sum + word.weight * (counts.name * byName + counts.topic * byTopic + counts.onSale * byShare);
  }, 0);
}

/** Which share of one side of the name the word is: all of «Violões e guitarras», half of «Placas de vídeo». */
function nameEvidence(node: CategoryNode, word: TitleWord): number {
  const meant = new Set(
    [word.text, ...synonymsOf(word.text)].flatMap((each) => (each.includes(' ') ? [] : lexemesOf(each))),
  );
  const sides = sidesOf(node.name).filter((side) => side.some((lexeme) => meant.has(lexeme)));
  return Math.max(0, ...sides.map((side) => 1 / side.length));
}

/** The nearest category of the word's topic counts whole, the others less and less. */
function topicEvidence(node: CategoryNode, word: TitleWord): number {
  const categories = topicOf(word.text)?.categories ?? [];
  const lexemes = new Set(sidesOf(node.name).flat());
  const rank = categories.findIndex((category) => lexemes.has(category));
  return rank === -1 ? 0 : 1 / (1 + rank / 2);
}

/** The lexemes of each side of a name's «e». */
function sidesOf(name: string): readonly string[][] {
  const known = sidesByName.get(name);
  if (known) return known;
  const sides = name
    .toLowerCase()
    .split(/ e |, /)
    .map((side) =>
      side
        .split(/[\s()]+/)
        .filter((word) => word !== '' && !isStopWord(word))
        .map(lexemeOf),
    );
  if (sidesByName.size >= maxNames) sidesByName.clear();
  sidesByName.set(name, sides);
  return sides;
}

const sidesByName = new Map<string, readonly string[][]>();
const maxNames = 2_000;
