import type { ListingState } from './listings.ts';

/** Tabs of the seller's listings; every state is in exactly one tab. */
export const listingTabs = {
  ativos: ['published', 'sold_out'],
  revisao: ['in_triage', 'in_review'],
  ajuste: ['changes_requested', 'rejected'],
  pausados: ['paused', 'suspended'],
  rascunhos: ['draft'],
  encerrados: ['expired', 'removed'],
} as const satisfies Record<string, readonly ListingState[]>;

export type ListingTab = keyof typeof listingTabs;
