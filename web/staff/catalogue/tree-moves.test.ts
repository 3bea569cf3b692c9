import { expect, test } from 'vitest';
import type { StaffCategory } from '#contract/listings/categories.ts';
import { leafCategories, levelOf, categoryPath, positionAfter, visibleRows } from './tree-moves.ts';

const node = (id: number, parentId: number | null, position: number): StaffCategory => ({
  id,
  parentId,
  position,
  slug: `c${id}`,
  name: `C${id}`,
  active: true,
  risky: false,
  randomContent: false,
  warrantyDays: 7,
  holdDays: null,
  kind: null,
  deliveryTypes: null,
  icon: null,
  deliveryProof: null,
  deliveryData: null,
  deliveryDataHint: '',
  rulesText: '',
  attributes: [],
  listings: 0,
  onSale: 0,
});
const [games, accounts, coins, cards] = [node(1, null, 1), node(2, 1, 1), node(3, 1, 2), node(4, null, 2)];
const tree = [games, accounts, coins, cards];

test.each([
  [coins, 'up', { parentId: 1, position: 1 }],
  [accounts, 'down', { parentId: 1, position: 2 }],
  [accounts, 'up', null],
  [coins, 'down', null],
  [cards, 'in', { parentId: 1, position: 3 }],
  [games, 'in', null],
  [coins, 'out', { parentId: null, position: 2 }],
  [games, 'out', null],
] as const)('$0.name moved %s', (moved, move, position) => {
  expect(positionAfter(tree, moved, move)).toEqual(position);
});

test('a collapsed category hides all its descendants', () => {
  const deep = node(5, 2, 1);
  const rows = visibleRows([games, accounts, deep, coins, cards], new Set([1]));
  expect(rows).toEqual([games, cards]);
});

test('a category knows its level, its path and whether it takes listings', () => {
  expect(levelOf(tree, coins)).toBe(2);
  expect(categoryPath(tree, coins)).toBe('C1 › C3');
  expect(leafCategories(tree)).toEqual([accounts, coins, cards]);
});
