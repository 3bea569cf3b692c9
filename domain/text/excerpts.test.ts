import { expect, test } from 'vitest';
import { beginningOf, excerptOf, firstLetters, lastLetters } from './excerpts.ts';

test('a grapheme is never cut in two', () => {
  const family = '👩‍👩‍👧';
  expect(beginningOf(`abc${family}`, 5)).toBe('abc');
  expect(beginningOf(`abc${family}`, 3 + family.length)).toBe(`abc${family}`);
  expect(beginningOf('na\u0303o', 2)).toBe('n');
  expect(firstLetters('🇧🇷bc@x', 2)).toBe('🇧🇷b');
  expect(lastLetters('CÓDIGO-12🎮', 4)).toBe('-12🎮');
  expect(lastLetters('abc', 0)).toBe('');
});

test('an excerpt ends after a whole word', () => {
  expect(excerptOf('Bicicleta aro 29', 16)).toBe('Bicicleta aro 29');
  expect(excerptOf('Bicicleta aro 29', 15)).toBe('Bicicleta aro…');
  expect(excerptOf('🎮🎮🎮', 4)).toBe('🎮…');
});
