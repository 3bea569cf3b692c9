import { expect, it } from 'vitest';
import { appliedFilters } from './applied-filters.ts';
import { readFilters } from './results-query.ts';

const filters = readFilters(
  new URLSearchParams('categoria=smartphones&atr.nota_fiscal=true&atr.marca=Apple'),
);
const attributes = [
  { key: 'nota_fiscal', label: 'Nota fiscal' },
  { key: 'marca', label: 'Marca' },
];
const labels = (branch: { slug: string; name: string }[]) =>
  appliedFilters(filters, branch, attributes).map(({ label }) => label);

it('labels the filters by names: the category, the answered question, the value', () => {
  expect(labels([{ slug: 'smartphones', name: 'Smartphones' }])).toEqual([
    'Smartphones',
    'Nota fiscal: Sim',
    'Apple',
  ]);
});

it('shows no slug for a category that does not exist', () => {
  expect(labels([])[0]).toBe('Categoria que não existe');
});
