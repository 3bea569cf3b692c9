import type { ListingState } from './listings.ts';

/** The seller's listings by what can be done with them: the tabs hold every state exactly once. */
export const listingTabs = {
  ativos: ['published', 'sold_out'],
  revisao: ['in_triage', 'in_review'],
  ajuste: ['changes_requested', 'rejected'],
  pausados: ['paused', 'suspended'],
  rascunhos: ['draft'],
  encerrados: ['expired', 'removed'],
} as const satisfies Record<string, readonly ListingState[]>;

export type ListingTab = keyof typeof listingTabs;
