import type { ListingState } from '#domain/listings.ts';

/** The seller's listings by what can be done with them (design S23). */
export const listingTabs = [
  { slug: 'ativos', label: 'Ativos', adjective: 'ativos', states: ['published', 'sold_out'] },
  { slug: 'revisao', label: 'Em revisão', adjective: 'em revisão', states: ['in_triage', 'in_review'] },
  {
    slug: 'ajuste',
    label: 'Com ajuste',
    adjective: 'com ajuste pedido',
    states: ['changes_requested', 'rejected'],
  },
  { slug: 'pausados', label: 'Pausados', adjective: 'pausados', states: ['paused', 'suspended'] },
  { slug: 'rascunhos', label: 'Rascunhos', adjective: 'em rascunho', states: ['draft'] },
  { slug: 'encerrados', label: 'Encerrados', adjective: 'encerrados', states: ['expired', 'removed'] },
] as const satisfies readonly { slug: string; label: string; adjective: string; states: ListingState[] }[];
export type ListingTab = (typeof listingTabs)[number];

/** The tab a state belongs to. */
export function tabOfState(state: ListingState): ListingTab {
  return (
    listingTabs.find(({ states }) => (states as readonly ListingState[]).includes(state)) ?? listingTabs[0]
  );
}

/** The tab the address names; otherwise the first one that has something. */
export function chooseTab(slug: string | null, states: readonly ListingState[]): ListingTab {
  const named = listingTabs.find((tab) => tab.slug === slug);
  if (named) return named;
  return listingTabs.find((tab) => states.some((state) => tabOfState(state) === tab)) ?? listingTabs[0];
}
