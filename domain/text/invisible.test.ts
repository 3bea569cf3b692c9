import { array, assert, constantFrom, integer, oneof, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from './invisible.ts';

const whole = [
  'João, não há ônibus: «às 3» ª º – — … R$\u00a01.249,90',
  'Joa\u0303o',
  '👩‍👩‍👧‍👦 👩🏽‍🚒 ❤️‍🔥 ❤‍🔥 🏳️‍🌈 🏴‍☠️ 👁️‍🗨️ 🧑🏿‍🤝‍🧑🏻',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🇧🇷 1️⃣ #️⃣ ☎︎',
  'می‌خواهم क्‍ष שלום 日本',
  'uma linha\n\toutra\r\n',
];
const hidden = [
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u061c',
  '\ufeff',
  '\u00ad',
  '\u2060',
  '\u2800',
  '\u3164',
  '\u{e0041}',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\ufff9',
  '\ufe0f',
];

test('accents, emoji of many parts and the joiners of other scripts stay as they are', () => {
  for (const text of whole) expect(visibleText(text)).toBe(text);
});

test('invisible letters among words are removed, and the words stay', () => {
  assert(
    property(array(tuple(constantFrom('aço', 'R$ 10', '3x', 'ã', '!'), constantFrom(...hidden))), (pairs) => {
      const text = pairs.map(([word, letter]) => `${word}${letter}`).join(' ');
      expect(visibleText(text)).toBe(pairs.map(([word]) => word).join(' '));
    }),
  );
});

const unseen = /\p{Default_Ignorable_Code_Point}/gu;
const plain = (text: string) =>
  text.replaceAll(unseen, '').replaceAll(/[\p{Cc}\u2800\ufff9-\ufffb\u2028\u2029]/gu, '');

test('only invisible letters are removed, no direction mark is left, and the result is stable', () => {
  const letter = oneof(
    constantFrom(...hidden, ...whole.flatMap((text) => [...text])),
    integer({ min: 0, max: 0x10_ffff }).map((point) => String.fromCodePoint(point)),
  );
  assert(
    property(array(letter, { maxLength: 12 }), (letters) => {
      const text = letters.join('');
      const seen = visibleText(text);
      expect(seen).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/);
      expect(visibleText(seen)).toBe(seen);
      expect(plain(seen)).toBe(plain(text));
    }),
    { numRuns: 1_000 },
  );
});
