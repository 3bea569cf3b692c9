import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { expect, test } from 'vitest';
import { interleavedBars, maskedLine, writeBoleto } from './boletos.ts';

const boletos = Array.from({ length: 200 }, (_, at) =>
  writeBoleto({
    bank: '001',
    dueDay: '2026-11-25',
    amountCents: 12_990 + at * 7_919,
    free: String(at * 104_729).padStart(25, '0'),
  }),
);

test('the typeable line of a boleto has valid check digits, its amount and its due date', () => {
  for (const [at, { line }] of boletos.entries()) {
    expect(line).toMatch(/^\d{47}$/);
    expect([line, isValidBoleto(line)]).toEqual([line, true]);
    const info = getBoletoInfo(line, { referenceDate: new Date('2026-11-22T12:00:00Z') })!;
    expect(info.amount).toBe(12_990 + at * 7_919);
    expect(info.expirationDate!.toISOString().slice(0, 10)).toBe('2026-11-25');
  }
});

test('the barcode decodes to the digits it was encoded from', () => {
  for (const { barcode } of boletos) expect(readBars(interleavedBars(barcode))).toBe(barcode);
});

test('the typeable line is formatted as banks print it', () => {
  const { line } = boletos[0]!;
  expect(maskedLine(line)).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/);
  expect(maskedLine(line).replaceAll(/\D/g, '')).toBe(line);
});

/** An independent decoder: two of five strokes are wide, weighted 1 2 4 7 0 (ISO/IEC 16390). */
function readBars(widths: number[]): string {
  expect(widths.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(widths.slice(-3)).toEqual([3, 1, 1]);
  const body = widths.slice(4, -3);
  let digits = '';
  for (let at = 0; at < body.length; at += 10) {
    const pair = body.slice(at, at + 10);
    digits += digitOf(pair.filter((_, stroke) => stroke % 2 === 0));
    digits += digitOf(pair.filter((_, stroke) => stroke % 2 === 1));
  }
  return digits;
}

function digitOf(pattern: number[]): string {
  const weights = [1, 2, 4, 7, 0];
  const sum = pattern.reduce((total, width, at) => total + (width > 1 ? weights[at]! : 0), 0);
  return String(sum === 11 ? 0 : sum);
}
