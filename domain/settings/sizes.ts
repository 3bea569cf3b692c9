/** Units of sizes: visible letters of a text, items of a list, cents of a price, megabytes of a file, units on sale. */
export type SizeUnit = 'letters' | 'files' | 'photos' | 'codes' | 'cents' | 'megabytes' | 'units';

/** Inclusive bounds. */
export interface Bounds {
  min: number;
  max: number;
}

/**
 * The allowed size of something that people write or send. The bounds are rules (N08) that staff change within `hard`,
 * which the contract enforces; PostgreSQL enforces `outerBound`. Without `min` only the maximum is configurable.
 */
export interface Size {
  /** The path of the bounds in the rules: `questions.text`. */
  at: string;
  unit: SizeUnit;
  /** The bounds of a new installation. */
  min?: number;
  max: number;
  hard: Bounds;
  /** A code or a name without combined characters: each letter is one code unit. */
  plain?: true;
}

/** The allowed average of code points per visible letter; an emoji of a family of four takes seven. */
const pointsPerLetter = 8;

/**
 * The limit of code points that the contract and PostgreSQL enforce: `hard.max`, and a multiple of it for visible
 * letters, because one visible letter may consist of several code points.
 */
export function outerBound({ unit, plain, hard }: Size): number {
  return unit === 'letters' && !plain ? hard.max * pointsPerLetter : hard.max;
}

/** The bounds of a new installation in the form of the rules. */
export function defaultBounds(size: Size & { min: number }): Bounds;
export function defaultBounds(size: Size): { max: number };
export function defaultBounds({ min, max }: Size): { min?: number; max: number } {
  return min === undefined ? { max } : { min, max };
}

/** The size without its minimum, for unfinished content such as a draft. */
export function upTo({ at, unit, max, hard, plain }: Size): Size {
  return { at, unit, max, hard, ...(plain && { plain }) };
}

/** The bounds of a size in the given rules, or its defaults when the rules are older than the size. */
export function boundsIn(rules: object, { at, min, max }: Size): Bounds {
  let value: unknown = rules;
  for (const name of at.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  const stored = (value ?? {}) as Partial<Bounds>;
  return { min: min === undefined ? 0 : (stored.min ?? min), max: stored.max ?? max };
}

/** The sizes of a request body by field path; `codes.*` is each item of a list. */
export type Sizes = Readonly<Record<string, Size>>;
