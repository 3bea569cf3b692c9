import { expect, test } from 'vitest';
import { ratingSearch, readRatingQuery } from './rating-query.ts';

const read = (search: string) => readRatingQuery(new URL(`http://praca/perfil/ana${search}`));

test('written query parameters are read back', () => {
  expect(read(ratingSearch('buyer', 12))).toEqual({ role: 'buyer', before: '12' });
  expect(read(ratingSearch('seller', 7))).toEqual({ role: 'seller', before: '7' });
  expect(ratingSearch('seller', null)).toBe('');
});

test('invalid values are ignored', () => {
  expect(read('?avaliacoes=-1&papel=rei')).toEqual({ role: 'seller' });
  expect(read('?avaliacoes=99999999999999999999')).toEqual({ role: 'seller' });
});
