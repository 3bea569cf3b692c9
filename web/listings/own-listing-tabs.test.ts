import { expect, test } from 'vitest';
import { listingStates } from '#domain/listings.ts';
import { chooseTab, listingTabs, tabOfState } from './own-listing-tabs.ts';

test('every state of a listing stands under exactly one tab', () => {
  const tabbed = listingTabs.flatMap(({ states }) => [...states]).toSorted();
  expect(tabbed).toEqual([...listingStates].toSorted());
});

test('without a tab in the address the first one that has something opens', () => {
  expect(chooseTab(null, ['draft', 'in_review']).slug).toBe('revisao');
  expect(chooseTab('encerrados', ['draft']).slug).toBe('encerrados');
  expect(chooseTab('nada', []).slug).toBe('ativos');
  expect(tabOfState('sold_out').slug).toBe('ativos');
});
