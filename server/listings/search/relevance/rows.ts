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
