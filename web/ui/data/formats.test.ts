import { describe, expect, test } from 'vitest';
import {
  formatBps,
  formatBytes,
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatMonth,
  formatRating,
  formatRelative,
  formatSignedCents,
  parseReais,
  spellCents,
} from './formats.ts';

const nbsp = '\u00a0';
const now = new Date('2026-03-12T17:20:00Z');

describe('money', () => {
  test('cents become reais with a non-breaking space (design §1.6)', () => {
    expect(formatCents(124_990)).toBe(`R$${nbsp}1.249,90`);
    expect(formatCents(0)).toBe(`R$${nbsp}0,00`);
  });

  test('a negative amount uses the minus sign, a positive one in a ledger the plus sign', () => {
    expect(formatCents(-1_000)).toBe(`−R$${nbsp}10,00`);
    expect(formatSignedCents(1_000)).toBe(`+R$${nbsp}10,00`);
  });

  test('an amount is spelled for screen readers', () => {
    expect(spellCents(124_990)).toBe('1.249 reais e 90 centavos');
    expect(spellCents(100)).toBe('1 real');
    expect(spellCents(1)).toBe('1 centavo');
  });

  test.each([
    ['R$ 1.249,90', 124_990],
    [`R$${nbsp}1.249,9`, 124_990],
    ['1.234', 123_400],
    ['1234', 123_400],
    ['0,05', 5],
    ['1.234.567,89', 123_456_789],
  ])('«%s» is read as %i cents', (text, cents) => {
    expect(parseReais(text)).toBe(cents);
  });

  test.each(['', '12.34', '1,234.56', '1,234', '-5', 'dez', '1.23.456'])(
    '«%s» is not Brazilian money',
    (text) => {
      expect(parseReais(text)).toBeNull();
    },
  );
});

describe('dates, in São Paulo', () => {
  test('a date and a moment read as people write them (design §1.6)', () => {
    expect(formatDate(now)).toBe('12 mar 2026');
    expect(formatDateTime(now)).toBe('12 mar 2026, 14:20');
    expect(formatDate('2026-03-12T02:59:00Z')).toBe('11 mar 2026');
    expect(formatDate('2026-03-12')).toBe('12 mar 2026');
    expect(formatMonth(now)).toBe('mar 2026');
  });

  test.each([
    ['2026-03-12T17:19:30Z', 'agora'],
    ['2026-03-12T17:17:00Z', 'há 3 min'],
    ['2026-03-12T15:00:00Z', 'há 2 h'],
    ['2026-03-11T17:20:00Z', 'ontem às 14:20'],
    ['2026-03-01T17:20:00Z', '1 mar 2026, 14:20'],
    ['2026-03-12T17:40:00Z', 'em 20 min'],
    ['2026-03-13T12:00:00Z', 'amanhã às 09:00'],
  ])('%s is «%s»', (moment, words) => {
    expect(formatRelative(moment, now)).toBe(words);
  });

  test.each([
    ['2026-03-12T03:00:00Z', 'hoje'],
    ['2026-03-12T02:59:00Z', 'ontem'],
    ['2026-03-10T17:20:00Z', '10 mar 2026'],
  ])('the day of %s is «%s»', (moment, words) => {
    expect(formatDay(moment, now)).toBe(words);
  });

  test('a duration counts down and stops at zero', () => {
    expect(formatDuration(249_000)).toBe('4:09');
    expect(formatDuration(3_849_000)).toBe('1:04:09');
    expect(formatDuration(-1)).toBe('0:00');
  });
});

describe('numbers', () => {
  test('zero and two are plural, one is singular', () => {
    expect(formatCount(0, 'anúncio', 'anúncios')).toBe('0 anúncios');
    expect(formatCount(1, 'anúncio', 'anúncios')).toBe('1 anúncio');
    expect(formatCount(1_249, 'anúncio', 'anúncios')).toBe('1.249 anúncios');
  });

  test('sizes of files', () => {
    expect(['1', '245760', '1572864'].map((bytes) => formatBytes(Number(bytes)))).toEqual([
      '1 kB',
      '240 kB',
      '1,5 MB',
    ]);
  });

  test('rates and ratings use the comma', () => {
    expect(formatBps(1_234)).toBe('12,34%');
    expect(formatRating(4.83)).toBe('4,8');
  });
});
