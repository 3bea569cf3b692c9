import { expect, test } from 'vitest';
import { listingIdOf, listingSlug, slugify } from './slugs.ts';

test.each([
  ['Tênis Nike Air — nº 42 (NOVO!)', 'tenis-nike-air-no-42-novo'],
  ['São João d’Água ½', 'sao-joao-d-agua-1-2'],
  ['🎮🎮', 'anuncio'],
  ['日本', 'anuncio'],
  ['  --a--  ', 'a'],
])('the slug of %j is %j', (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

test('a slug resolves to its listing with any title', () => {
  for (const id of [1, 35, 36, 46_655, 2 ** 40])
    expect(listingIdOf(listingSlug('Conta — nível 30', id))).toBe(id);
});

test('a slug without an id resolves to no listing', () => {
  for (const slug of ['', '-', 'a-', 'x-ÿ', 'conta-0', 'conta-zzzzzzzzzzzz'])
    expect(listingIdOf(slug)).toBeNull();
});
