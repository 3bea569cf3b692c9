import { expect, test } from 'vitest';
import type { CategoryAttribute } from './attributes.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import {
  findReleaseDelayCategory,
  parentFault,
  findDeliveryProofCategory,
  attributeSchemaFaults,
} from './categories.ts';

const tree = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 3, parentId: 2 },
  { id: 4, parentId: null },
  { id: 5, parentId: 4 },
];

test('a category may become a root, a child of a root or of another branch', () => {
  expect(parentFault(tree, 3, null)).toBeNull();
  expect(parentFault(tree, 5, 1)).toBeNull();
  expect(parentFault(tree, null, 3)).toBeNull();
});

test('a category cannot become a child of itself or of a descendant', () => {
  expect(parentFault(tree, 1, 1)).toContain('dentro dela mesma');
  expect(parentFault(tree, 1, 3)).toContain('dentro dela mesma');
});

test('a branch cannot reach deeper than four levels', () => {
  expect(parentFault(tree, 4, 2)).toBeNull();
  expect(parentFault(tree, 4, 3)).toBe('Use até 4 níveis.');
});

const holds = (days: Record<number, number>) =>
  tree.map((one) => ({ ...one, holdDays: days[one.id] ?? null }));

test('the release delay comes from the category or its nearest ancestor with one (§4.3)', () => {
  expect(findReleaseDelayCategory(holds({}), 3)).toBeNull();
  expect(findReleaseDelayCategory(holds({ 1: 14 }), 3)).toMatchObject({ id: 1, holdDays: 14 });
  expect(findReleaseDelayCategory(holds({ 1: 14, 2: 21 }), 3)).toMatchObject({ id: 2, holdDays: 21 });
  expect(findReleaseDelayCategory(holds({ 1: 14, 2: 21, 3: 7 }), 3)).toMatchObject({ id: 3, holdDays: 7 });
  expect(findReleaseDelayCategory(holds({ 1: 14 }), 5)).toBeNull();
  expect(findReleaseDelayCategory(holds({ 1: 14 }), null)).toBeNull();
});

const asking = (own: Record<number, DeliveryProof>) =>
  tree.map((place) => ({ ...place, deliveryProof: own[place.id] ?? null }));

test('the delivery proof comes from the category or its nearest ancestor with one (P13)', () => {
  expect(findDeliveryProofCategory(asking({}), 3)).toBeNull();
  expect(findDeliveryProofCategory(asking({ 1: 'video' }), 3)).toMatchObject({
    id: 1,
    deliveryProof: 'video',
  });
  expect(findDeliveryProofCategory(asking({ 1: 'video', 3: 'text' }), 3)).toMatchObject({
    deliveryProof: 'text',
  });
  expect(findDeliveryProofCategory(asking({ 1: 'video' }), 5)).toBeNull();
});

const field = (more: Partial<CategoryAttribute>): CategoryAttribute => ({
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
])('%j has an error at %s', (attributes, path) => {
  expect(Object.keys(attributeSchemaFaults(attributes))).toEqual([path]);
});

test('a list, a mask and a text with different keys are valid', () => {
  const attributes = [
    field({ type: 'list', options: ['A', 'B'] }),
    field({ key: 'placa', type: 'mask', mask: '@@@#*##' }),
    field({ key: 'nota' }),
  ];
  expect(attributeSchemaFaults(attributes)).toEqual({});
});
