import { expect, test } from 'vitest';
import { hasPiledMarks, visibleLength } from './visible-length.ts';

test.each([
  ['', 0],
  ['Conta com 30 moedas', 19],
  ['ação', 4],
  ['ação'.normalize('NFD'), 4],
  ['uma\nlinha', 9],
  ['duas\r\nlinhas', 11],
  ['👨‍👩‍👧‍👦', 1],
  ['👨🏽‍👩🏽‍👧🏽‍👦🏽', 1],
  ['🇧🇷🇵🇹', 2],
  ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', 1],
  ['1️⃣2️⃣', 2],
  ['❤️ 👍🏿', 3],
  ['नमस्ते', 3],
  ['日本', 2],
])('«%s» has %i visible letters', (text, letters) => {
  expect(visibleLength(text)).toBe(letters);
});

test('combining marks of living scripts are accepted, piled marks are not', () => {
  for (const text of [
    'ção'.normalize('NFD'),
    'Việt'.normalize('NFD'),
    'שָׁלוֹם',
    '👨🏽‍👩🏽‍👧🏽‍👦🏽',
    '1️⃣',
    `a${'\u0301'.repeat(8)}`,
  ])
    expect(hasPiledMarks(text)).toBe(false);
  expect(hasPiledMarks(`a${'\u0301'.repeat(9)}`)).toBe(true);
});
