import { codes, joined, twoLetters, units } from './code-queries.ts';
import { accents, brands, categoryWords, plurals, synonyms } from './thing-queries.ts';
import { questions, realWords, slips } from './word-queries.ts';

/** A query and what it must find, by patterns over `category: title`. */
export interface Relevance {
  query: string;
  /** What answers it; the share of answers among the first five is its precision at 5. */
  answers: RegExp;
  /** The first result. */
  first?: RegExp;
  /** No result may match. */
  never?: RegExp;
  /** The spelling that it is corrected to; without it, a correction is an invented one. */
  correctedTo?: string;
}

/** A query by what finds it; null finds nothing at all. */
export type Row = readonly [
  query: string,
  answers: RegExp | null,
  more?: Pick<Relevance, 'first' | 'never' | 'correctedTo'>,
];

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
