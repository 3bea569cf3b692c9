import type { Relevance, Row } from './rows.ts';
import { codes, joined, twoLetters, units } from './code-queries.ts';
import { accents, brands, categoryWords, plurals, synonyms } from './thing-queries.ts';
import { questions, realWords, slips } from './word-queries.ts';

const rows: Readonly<Record<string, readonly Row[]>> = {
  'category words': categoryWords,
  'brand and model': brands,
  codes,
  plurals,
  accents,
  slips,
  'real words with nothing on sale': realWords,
  'hyphens and joined words': joined,
  units,
  'synonyms of Brazil': synonyms,
  'two-letter words': twoLetters,
  questions,
};

const nothing = /^$/;

/** The queries of each kind. */
export const kinds: readonly { kind: string; queries: readonly Relevance[] }[] = Object.entries(rows).map(
  ([kind, all]) => ({
    kind,
    queries: all.map(([query, answers, more]) => ({ query, answers: answers ?? nothing, ...more })),
  }),
);
