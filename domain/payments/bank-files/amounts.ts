/** The decimal separator; null when it is unknown. */
export type DecimalMark = ',' | '.' | null;

interface Written {
  isNegative: boolean;
  /** Digits and their separators only. */
  number: string;
}

/**
 * Cents of an amount as banks write it: `1.234,56`, `1,234.56`, `1 234,56`, `1234.5`, `,50`, `R$ 10,00`, with its sign
 * before it or after it: `-`, `+`, `(10,00)`, `10,00 D`, `10,00 C`, `10,00 (-)`.
 * @param mark how `1.234` is understood, which is one thousand or one real: it is `ambiguous` under its own decimal
 *   mark, and where nothing is known (null)
 */
export function signedCents(text: string, mark: DecimalMark): number | 'unreadable' | 'ambiguous' {
  const written = writtenAmount(text);
  if (written === null) return 'unreadable';
  const cents = centsOf(written.number, mark);
  return typeof cents === 'number' && written.isNegative ? 0 - cents : cents;
}

/**
 * The decimal separator of a file, detected from its unambiguous amounts; null when they contradict each other.
 * @param usual the result when no amount is unambiguous
 */
export function decimalMarkOf(texts: readonly string[], usual: DecimalMark): DecimalMark {
  const marks = new Set(texts.map((text) => certainMark(writtenAmount(text)?.number ?? '')));
  marks.delete(null);
  if (marks.size === 0) return usual;
  return marks.size === 1 ? ([...marks][0] ?? null) : null;
}

const amountPattern =
  /^(?<before>[+-]?)\s*(?:R\$|BRL)?\s*(?<inside>[+-]?)\s*(?<number>\d[\d., ]*|[.,]\d+)\s*(?:BRL)?\s*(?<after>CR?|DB?|[+-]|\([+-]\))?$/i;
const longestAmount = 60;

function writtenAmount(text: string): Written | null {
  const plain = text
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replaceAll(/[\u2012\u2013\u2212]/g, '-')
    .trim();
  if (plain.length > longestAmount) return null;
  const bracketed = /^(R\$\s*)?\(([^()]+)\)$/i.exec(plain);
  const match = amountPattern.exec(bracketed ? bracketed[2]! : plain);
  if (!match) return null;
  const { before = '', inside = '', number = '', after = '' } = match.groups ?? {};
  const first = [before + inside, bracketed ? '-' : ''].filter((sign) => sign !== '');
  if (first.length > 1 || (first[0] ?? '').length > 1) return null;
  const signs = new Set([...first, ...(after === '' ? [] : [/[-d]/i.test(after) ? '-' : '+'])]);
  return signs.size > 1 ? null : { isNegative: signs.has('-'), number: number.trim() };
}

const grouped =
  /^[1-9]\d{0,2}(?:(?:\.\d{3})+(?:,\d{1,2})?|(?:,\d{3})+(?:\.\d{1,2})?|(?: \d{3})+(?:[.,]\d{1,2})?)$/;
const groupOrDecimals = /^[1-9]\d{0,2}([.,])\d{3}$/;
const simple = /^(\d{0,12})(?:([.,])(\d{1,10}))?$/;

function centsOf(number: string, mark: DecimalMark): number | 'unreadable' | 'ambiguous' {
  const oneGroup = groupOrDecimals.exec(number)?.[1];
  if (oneGroup !== undefined && (mark === null || mark === oneGroup)) return 'ambiguous';
  if (grouped.test(number)) {
    const [, whole, cents = ''] = /^(.*?\d{3})(?:[.,](\d{1,2}))?$/.exec(number)!;
    return exactCents(whole!.replaceAll(/\D/g, ''), cents);
  }
  const [, whole, , decimals = ''] = simple.exec(number) ?? [];
  // More decimals than cents are zeros, as in `150.0000`.
  if (whole === undefined || !/^\d{0,2}0*$/.test(decimals)) return 'unreadable';
  return exactCents(whole, decimals.slice(0, 2));
}

function exactCents(whole: string, cents: string): number | 'unreadable' {
  return whole.length > 12 ? 'unreadable' : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

function certainMark(number: string): DecimalMark {
  if (groupOrDecimals.test(number)) return null;
  const mark = simple.exec(number)?.[2];
  if (mark !== undefined) return asMark(mark);
  if (!grouped.test(number)) return null;
  const last = /([.,])\d{1,2}$/.exec(number)?.[1];
  if (last !== undefined) return asMark(last);
  const group = /[.,]/.exec(number)?.[0];
  return group === undefined ? null : group === '.' ? ',' : '.';
}

const asMark = (mark: string): DecimalMark => (mark === ',' ? ',' : '.');
