import { expect, test } from 'vitest';
import { fieldsToReview, freePriceCents } from './revisions.ts';
import type { RevisableContent } from './revisions.ts';

const live: RevisableContent = {
  categoryId: 3,
  title: 'Fone de ouvido sem fio',
  description: 'Usado por dois meses, com caixa e nota fiscal.',
  images: [
    { id: 1, alt: '' },
    { id: 2, alt: 'Verso' },
  ],
  deliveryType: 'manual',
  promisedHours: 24,
  attributes: { marca: 'Aurora', cor: 'azul' },
  priceCents: 10_000,
};

test('an unchanged form needs no review, in any order of photos and attributes', () => {
  const same = { ...live, images: live.images.toReversed(), attributes: { cor: 'azul', marca: 'Aurora' } };
  expect(fieldsToReview(live, same, 10_000)).toEqual([]);
  expect(fieldsToReview(live, {}, 10_000)).toEqual([]);
});

test.each([
  [9_000, 10_000, []],
  [13_000, 10_000, []],
  [13_001, 10_000, ['priceCents']],
  // The rise is measured against the reviewed price, not the current one: small rises add up.
  [10_500, 8_000, ['priceCents']],
  [10_000, 5_000, []],
])('a price of %i against a reviewed one of %i', (priceCents, reviewed, fields) => {
  expect(fieldsToReview(live, { priceCents }, freePriceCents(reviewed, 3_000))).toEqual(fields);
});

test('another photo or another description of a photo needs review', () => {
  expect(fieldsToReview(live, { images: [{ id: 1, alt: '' }] }, 0)).toEqual(['images']);
  const words = [
    { id: 1, alt: 'Frente' },
    { id: 2, alt: 'Verso' },
  ];
  expect(fieldsToReview(live, { images: words }, 0)).toEqual(['images']);
});

test('thirty percent are rounded down to whole cents', () => {
  expect(freePriceCents(101, 3_000)).toBe(131);
  expect(freePriceCents(101, 0)).toBe(101);
});
