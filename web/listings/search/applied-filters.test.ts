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
  appliedFilters(filters, branch, { city: null, attributes }).map(({ label }) => label);

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

it('names each way of delivery, and removing one leaves the others', () => {
  const chosen = readFilters(new URLSearchParams('entrega=retirada&entrega=frete-gratis'));
  const applied = appliedFilters(chosen, [], { city: null, attributes: [] });
  expect(applied.map(({ label }) => label)).toEqual(['Frete grátis', 'Retirada em mãos']);
  expect(applied.map(({ without }) => without.delivery)).toEqual([['pickup'], ['free_shipping']]);
});

it.each([
  ['estado=PR', 'Paraná'],
  ['cidade=4106902', 'Curitiba, PR'],
  ['cidade=4106902&km=50', 'até 50 km de Curitiba, PR'],
  ['cidade=4106902&km=todos', 'perto de Curitiba, PR'],
])('names the place of %s «%s», and removing it leaves no distance', (query, label) => {
  const city = { id: 4_106_902, name: 'Curitiba', state: 'PR' } as const;
  const [applied, ...others] = appliedFilters(readFilters(new URLSearchParams(query)), [], {
    city,
    attributes: [],
  });
  expect(others).toEqual([]);
  expect(applied?.label).toBe(label);
  expect(applied?.without).toMatchObject({ state: null, city: null, radius: null });
});
