import { expect, test } from 'vitest';
import { suggestEmail } from './email-typo.ts';

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail', 'ana@gmail.com'],
  ['ana@gmail.com.br', 'ana@gmail.com'],
  ['Ana@Hotnail.com', 'ana@hotmail.com'],
  ['ana@yaho.com.br', 'ana@yahoo.com.br'],
  ['ana@uol.com.b', 'ana@uol.com.br'],
])('%s probably means %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  'ana@gmail.com',
  'ana@yahoo.com',
  'ana@yahoo.com.br',
  'ana@empresa.com.br',
  'ana@',
  'ana',
  'a@b@c.com',
])('%s gets no suggestion', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
