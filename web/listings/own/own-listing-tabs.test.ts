import { expect, test } from 'vitest';
import { listingTabs } from '#domain/listings/tabs.ts';
import { listingStates } from '#domain/listings/listings.ts';
import { chooseTab, ownListingTabs } from './own-listing-tabs.ts';

const none = { ativos: 0, revisao: 0, ajuste: 0, pausados: 0, rascunhos: 0, encerrados: 0 };

test('every state of a listing belongs to exactly one tab, and every tab is shown', () => {
  expect(Object.values(listingTabs).flat().toSorted()).toEqual([...listingStates].toSorted());
  expect(ownListingTabs.map(({ tab }) => tab)).toEqual(Object.keys(listingTabs));
});

test('without a tab in the address the first tab with listings opens', () => {
  expect(chooseTab(null, { ...none, rascunhos: 1, revisao: 2 }).tab).toBe('revisao');
  expect(chooseTab('encerrados', { ...none, rascunhos: 1 }).tab).toBe('encerrados');
  expect(chooseTab('nada', none).tab).toBe('ativos');
});
