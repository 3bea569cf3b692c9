import type { FieldErrors } from './errors.ts';

/** What a size is counted in: letters of a text, files, photos or codes of a list, cents of a price, megabytes of a file, units on sale. */
export type SizeUnit = 'letters' | 'files' | 'photos' | 'codes' | 'cents' | 'megabytes' | 'units';

/** How little and how much, both allowed. */
export interface Bounds {
  min: number;
  max: number;
}

/**
 * Something that people write or send, and how much of it may be. The bounds are rules (N08) that staff turn within
 * `hard`, which the contract and PostgreSQL hold. Without a `min` only the most is ours to say.
 */
export interface Size {
  /** Where its bounds stand in the rules: `questions.text`. */
  at: string;
  unit: SizeUnit;
  /** Of a new installation. */
  min?: number;
  max: number;
  hard: Bounds;
}

/** What a new installation begins with, as it stands in the rules. */
export function usualBounds(size: Size & { min: number }): Bounds;
export function usualBounds(size: Size): { max: number };
export function usualBounds({ min, max }: Size): { min?: number; max: number } {
  return min === undefined ? { max } : { min, max };
}

/** Only how much: for what may still be unfinished, as a draft. */
export function upTo({ at, unit, max, hard }: Size): Size {
  return { at, unit, max, hard };
}

/** The bounds of a size in some rules, which may be older than the size. */
export function boundsIn(rules: object, { at, min, max }: Size): Bounds {
  let place: unknown = rules;
  for (const name of at.split('.')) place = (place as Record<string, unknown> | undefined)?.[name];
  const kept = (place ?? {}) as Partial<Bounds>;
  return { min: min === undefined ? 0 : (kept.min ?? min), max: kept.max ?? max };
}

/** What is wrong with how much there is, in words that say what to do; null when it fits. */
export function sizeFault(unit: SizeUnit, amount: number, { min, max }: Bounds): string | null {
  if (amount < min) return tooLittle[unit](min);
  return amount > max ? tooMuch[unit](max) : null;
}

const number = (value: number) => value.toLocaleString('pt-BR');
const reais = (cents: number) =>
  `R$\u00a0${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`;
const counted = (count: number, one: string) => `${number(count)} ${count === 1 ? one : `${one}s`}`;
const letters = (count: number) => counted(count, 'letra');

/** The sentences for a bound that was not kept. */
export const tooLittle: Record<SizeUnit, (min: number) => string> = {
  letters: (min) => `Escreva pelo menos ${letters(min)}.`,
  files: (min) => `Envie pelo menos ${counted(min, 'arquivo')}.`,
  photos: (min) => `Envie pelo menos ${counted(min, 'foto')}.`,
  codes: (min) => `Envie pelo menos ${counted(min, 'código')}.`,
  cents: (min) => `Defina um preço a partir de ${reais(min)}.`,
  megabytes: (min) => `O arquivo tem de ter ao menos ${number(min)} MB.`,
  units: (min) => `Informe ${number(min)} ou mais.`,
};
export const tooMuch: Record<SizeUnit, (max: number) => string> = {
  letters: (max) => `Use até ${letters(max)}.`,
  files: (max) => `Envie até ${counted(max, 'arquivo')}.`,
  photos: (max) => `Envie até ${counted(max, 'foto')}.`,
  codes: (max) => `Envie até ${counted(max, 'código')} por vez.`,
  cents: (max) => `O preço máximo é ${reais(max)}.`,
  megabytes: (max) => `O limite é ${number(max)} MB.`,
  units: (max) => `Informe até ${number(max)}.`,
};

/** The sizes of a body by the path of each field; `codes.*` is each of a list. */
export type Sizes = Readonly<Record<string, Size>>;

/** What of a body that the contract let pass is outside of the bounds in force, field by field. */
export function sizeErrors(sizes: Sizes, body: Record<string, unknown>, rules: object): FieldErrors {
  const errors: FieldErrors = {};
  for (const [path, size] of Object.entries(sizes)) {
    const bounds = boundsIn(rules, size);
    for (const [at, value] of valuesAt(body, path)) {
      const amount = amountOf(size.unit, value);
      const fault = amount === null ? null : sizeFault(size.unit, amount, bounds);
      if (fault) errors[at] = fault;
    }
  }
  return errors;
}

function valuesAt(body: Record<string, unknown>, path: string): [path: string, value: unknown][] {
  const [name = '', each] = path.split('.');
  const value = body[name];
  if (each === undefined) return [[name, value]];
  return Array.isArray(value) ? value.map((one, index) => [`${name}.${index}`, one]) : [];
}

/** How much there is of a value; null where there is nothing to count. */
function amountOf(unit: SizeUnit, value: unknown): number | null {
  if (unit === 'letters') return typeof value === 'string' ? value.length : null;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : null;
}
