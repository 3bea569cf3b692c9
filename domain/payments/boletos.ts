import { isBusinessDay, noClosedDays } from '#domain/business-days.ts';
import type { Day } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import type { Cents } from '#domain/money.ts';

/** The barcode (44 digits) and the typable line (47 digits) of a boleto, without punctuation. */
export interface BoletoNumbers {
  barcode: string;
  line: string;
}

/** The due date factor counts days from this date, starting at 1000: the counter was reset (FEBRABAN, 2025). */
const factorStart = Date.UTC(2025, 1, 22);
const dayMs = 86_400_000;

/**
 * Builds the numbers of a boleto (FEBRABAN's layout for collection): bank, currency, check digit, due date, amount, and
 * 25 digits that the bank defines.
 */
export function writeBoleto(boleto: {
  bank: string;
  dueDay: Day;
  amountCents: Cents;
  free: string;
}): BoletoNumbers {
  const { bank, dueDay, amountCents, free } = boleto;
  const factor = 1_000 + Math.round((Date.parse(`${dueDay}T00:00:00Z`) - factorStart) / dayMs);
  const head = `${bank}9`;
  const tail = `${factor}${String(amountCents).padStart(10, '0')}${free}`;
  if (!/^\d{4}$/.test(head) || !/^\d{39}$/.test(tail) || !isBusinessDay(dueDay, noClosedDays))
    fail('internal', { detail: 'not a boleto' });
  const barcode = `${head}${modulo11(head + tail)}${tail}`;
  return { barcode, line: lineOf(barcode) };
}

/** The typable line: three parts of the bank's digits with a check digit each, then check digit, due date and amount. */
function lineOf(barcode: string): string {
  const free = barcode.slice(19);
  const parts = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return parts.map((part) => part + modulo10(part)).join('') + barcode.slice(4, 19);
}

/** «00190.00009 01234.567891 23456.789012 3 12340000012990» */
export function maskedLine(line: string): string {
  const match = /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/.exec(line);
  if (!match) return line;
  const [, a, b, c, d, e, f, check, rest] = match;
  return `${a}.${b} ${c}.${d} ${e}.${f} ${check} ${rest}`;
}

function modulo10(digits: string): number {
  let sum = 0;
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const product = Number(digit) * (at % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

function modulo11(digits: string): number {
  let sum = 0;
  for (const [at, digit] of [...digits].toReversed().entries()) sum += Number(digit) * ((at % 8) + 2);
  const check = 11 - (sum % 11);
  return check >= 10 || check === 0 ? 1 : check;
}

/** Widths of a digit's five strokes: two of them are wide. */
const strokes = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
const wide = 3;

/**
 * The bars of an even number of digits as «Interleaved 2 of 5» (ITF): widths in modules, alternating bar and space,
 * starting with a bar. One digit of each pair is encoded in the bars, the other in the spaces between them.
 */
export function interleavedBars(digits: string): number[] {
  const widths = [1, 1, 1, 1];
  for (let at = 0; at < digits.length; at += 2) {
    const bars = strokes[Number(digits[at])]!;
    const spaces = strokes[Number(digits[at + 1])]!;
    for (let stroke = 0; stroke < 5; stroke++)
      widths.push(bars[stroke] === '1' ? wide : 1, spaces[stroke] === '1' ? wide : 1);
  }
  return [...widths, wide, 1, 1];
}
