import { expect, test } from 'vitest';
import { wordDifferences } from './word-differences.ts';

const side = (before: string, after: string, without: 'before' | 'after') =>
  wordDifferences(before, after)
    .filter((part) => part.side !== without)
    .map((part) => part.text)
    .join('');

test('a replaced word appears on both sides, the rest is common', () => {
  expect(wordDifferences('Conta nível 30 com skins', 'Conta nível 40 com skins')).toEqual([
    { text: 'Conta nível ', side: 'both' },
    { text: '30', side: 'before' },
    { text: '40', side: 'after' },
    { text: ' com skins', side: 'both' },
  ]);
});

test.each([
  ['', 'tudo novo'],
  ['tudo velho', ''],
  ['uma\n\nlinha  dupla', 'outra linha'],
  ['palavra '.repeat(2_000), 'longa demais'],
])('both sides can be reassembled: %#', (before, after) => {
  expect(side(before, after, 'after')).toBe(before);
  expect(side(before, after, 'before')).toBe(after);
});
