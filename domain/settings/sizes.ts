/** What a size is counted in: visible letters of a text, files, photos or codes of a list, cents of a price, megabytes of a file, units on sale. */
export type SizeUnit = 'letters' | 'files' | 'photos' | 'codes' | 'cents' | 'megabytes' | 'units';

/** How little and how much, both allowed. */
export interface Bounds {
  min: number;
  max: number;
}

/**
 * Something that people write or send, and how much of it may be. The bounds are rules (N08) that staff turn within
 * `hard`, which the contract holds; PostgreSQL holds `outerBound`. Without a `min` only the most is ours to say.
 */
export interface Size {
  /** Where its bounds stand in the rules: `questions.text`. */
  at: string;
  unit: SizeUnit;
  /** Of a new installation. */
  min?: number;
  max: number;
  hard: Bounds;
  /** A code or a name in letters of one unit each: nothing in it is combined. */
  plain?: true;
}

/** Code points that are stored for each visible letter, on average: a family of four takes seven. */
const pointsPerLetter = 8;

/**
 * The code points that the contract and PostgreSQL hold: `hard.max`, and for visible letters several times as much,
 * because people do not count what a letter is made of.
 */
export function outerBound({ unit, plain, hard }: Size): number {
  return unit === 'letters' && !plain ? hard.max * pointsPerLetter : hard.max;
}

/** What a new installation begins with, as it stands in the rules. */
export function defaultBounds(size: Size & { min: number }): Bounds;
export function defaultBounds(size: Size): { max: number };
export function defaultBounds({ min, max }: Size): { min?: number; max: number } {
  return min === undefined ? { max } : { min, max };
}

/** Only how much: for what may still be unfinished, as a draft. */
export function upTo({ at, unit, max, hard, plain }: Size): Size {
  return { at, unit, max, hard, ...(plain && { plain }) };
}

/** The bounds of a size in some rules, which may be older than the size. */
export function boundsIn(rules: object, { at, min, max }: Size): Bounds {
  let place: unknown = rules;
  for (const name of at.split('.')) place = (place as Record<string, unknown> | undefined)?.[name];
  const kept = (place ?? {}) as Partial<Bounds>;
  return { min: min === undefined ? 0 : (kept.min ?? min), max: kept.max ?? max };
}

/** The sizes of a body by the path of each field; `codes.*` is each of a list. */
export type Sizes = Readonly<Record<string, Size>>;
