import { expect, test } from 'vitest';
import type { Category } from '#contract/listings/catalogue.ts';
import { ancestry, categoryGroups, filterGroups } from './category-tree.ts';

const category = (id: number, parentId: number | null, name: string): Category => ({
  id,
  parentId,
  name,
  slug: name,
  listingsCount: 0,
  rulesText: '',
  warrantyDays: 7,
  holdDays: null,
  kind: null,
  deliveryTypes: [],
  icon: null,
  deliveryProof: 'text',
  risky: false,
  attributes: [],
});
const tree = [
  category(1, null, 'Games'),
  category(2, 1, 'Contas'),
  category(3, 1, 'Créditos'),
  category(4, null, 'Música'),
];

test('only leaves can be chosen, grouped under their root’s name', () => {
  expect(categoryGroups(tree)).toEqual([
    {
      name: 'Games',
      choices: [
        { id: 2, name: 'Contas', path: 'Games › Contas' },
        { id: 3, name: 'Créditos', path: 'Games › Créditos' },
      ],
    },
    { name: 'Música', choices: [{ id: 4, name: 'Música', path: 'Música' }] },
  ]);
});

const found = (words: string) =>
  filterGroups(categoryGroups(tree), words).flatMap(({ choices }) => choices.map(({ id }) => id));

test('a search finds a category without accents, in any word order, and by its parents', () => {
  expect(found('credito')).toEqual([3]);
  expect(found('contas GAMES')).toEqual([2]);
  expect(found('  ')).toEqual([2, 3, 4]);
  expect(found('violino')).toEqual([]);
});

test('the path of a category leads from its root, and an unknown one has none', () => {
  expect(ancestry(tree, 3).map(({ name }) => name)).toEqual(['Games', 'Créditos']);
  expect(ancestry(tree, 99)).toEqual([]);
});
