import { expect, test } from 'vitest';
import { csvCell, csvLine, csvReais } from './csv.ts';

test('what a spreadsheet would run as a formula is text (CSV injection)', () => {
  for (const formula of [
    '=1+1',
    '+55 11',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =cmd|"/c calc"!A1',
    '|calc',
    '%0A=1',
    '＝1',
    '＠x',
  ])
    expect(csvCell(formula), formula).toMatch(/^"'/);
  expect(csvCell('=HYPERLINK("http://x";"clique")')).toBe(`"'=HYPERLINK(""http://x"";""clique"")"`);
});

test('separators, quotes and line ends stay inside their cell; other words are as they are', () => {
  expect(csvCell('a;b')).toBe('"a;b"');
  expect(csvCell('ele disse "oi"')).toBe('"ele disse ""oi"""');
  expect(csvCell('duas\nlinhas')).toBe('"duas\nlinhas"');
  expect(csvCell('Cerâmica azul')).toBe('Cerâmica azul');
  expect(csvCell(null)).toBe('');
  expect(csvLine(['a', 1, true])).toBe('a;1;sim\r\n');
});

test('money is a number with a comma', () => {
  expect([0, 5, 124_990].map(csvReais)).toEqual(['0,00', '0,05', '1249,90']);
  expect(csvReais(null)).toBeNull();
});
