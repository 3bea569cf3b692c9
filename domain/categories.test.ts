import { expect, test } from 'vitest';
import type { AskedAttribute } from './attributes.ts';
import { placeFault, schemaFaults } from './categories.ts';

const tree = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 3, parentId: 2 },
  { id: 4, parentId: null },
  { id: 5, parentId: 4 },
];

test('a category may become a root, a child of a root or of another branch', () => {
  expect(placeFault(tree, 3, null)).toBeNull();
  expect(placeFault(tree, 5, 1)).toBeNull();
  expect(placeFault(tree, null, 3)).toBeNull();
});

test('a category cannot hang below itself or its own', () => {
  expect(placeFault(tree, 1, 1)).toContain('dentro dela mesma');
  expect(placeFault(tree, 1, 3)).toContain('dentro dela mesma');
});

test('a branch cannot reach deeper than four levels', () => {
  expect(placeFault(tree, 4, 2)).toBeNull();
  expect(placeFault(tree, 4, 3)).toBe('Use até 4 níveis.');
});

const field = (more: Partial<AskedAttribute>): AskedAttribute => ({
  key: 'cor',
  label: 'Cor',
  type: 'text',
  required: false,
  ...more,
});

test.each([
  [[field({}), field({})], 'attributes.1.key'],
  [[field({ type: 'list', options: ['Só esta'] })], 'attributes.0.options'],
  [[field({ type: 'list', options: ['A', 'A'] })], 'attributes.0.options'],
  [[field({ type: 'mask', mask: '---' })], 'attributes.0.mask'],
  [[field({ type: 'mask' })], 'attributes.0.mask'],
])('%j is wrong at %s', (attributes, path) => {
  expect(Object.keys(schemaFaults(attributes))).toEqual([path]);
});

test('a list, a mask and a text of different names are right', () => {
  const attributes = [
    field({ type: 'list', options: ['A', 'B'] }),
    field({ key: 'placa', type: 'mask', mask: '@@@#*##' }),
    field({ key: 'nota' }),
  ];
  expect(schemaFaults(attributes)).toEqual({});
});
