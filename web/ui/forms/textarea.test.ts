import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Textarea } from './textarea.tsx';

const counterOf = (defaultValue: string) =>
  />(\d+ de \d+ letras)</.exec(
    renderToStaticMarkup(createElement(Textarea, { limit: 10, defaultValue })),
  )?.[1];

test.each([
  ['families', '👨‍👩‍👧‍👦'],
  ['flags', '🇧🇷'],
  ['keycaps', '1️⃣'],
  ['combining accents', 'ã'.normalize('NFD')],
  ['plain letters', 'ã'],
])('the counter of a textarea counts %s as one character each', (_kind, letter) => {
  expect(counterOf(letter.repeat(7))).toBeUndefined();
  expect(counterOf(letter.repeat(8))).toBe('8 de 10 letras');
  expect(counterOf(letter.repeat(11))).toBe('11 de 10 letras');
});
