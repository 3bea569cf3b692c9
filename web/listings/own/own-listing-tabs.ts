import type { ListingTab } from '#domain/listings/tabs.ts';

/** The tabs of `/conta/anuncios` in their order. `domain/listings/tabs.ts` says which states each holds. */
export const ownListingTabs = [
  { tab: 'ativos', label: 'Ativos', adjective: 'ativos' },
  { tab: 'revisao', label: 'Em revisão', adjective: 'em revisão' },
  { tab: 'ajuste', label: 'Com ajuste', adjective: 'com ajuste pedido' },
  { tab: 'pausados', label: 'Pausados', adjective: 'pausados' },
  { tab: 'rascunhos', label: 'Rascunhos', adjective: 'em rascunho' },
  { tab: 'encerrados', label: 'Encerrados', adjective: 'encerrados' },
] as const satisfies readonly { tab: ListingTab; label: string; adjective: string }[];
export type OwnListingTab = (typeof ownListingTabs)[number];

/** The tab named by the address; otherwise the first one that has listings. */
export function chooseTab(
  requested: string | null,
  counts: Readonly<Record<ListingTab, number>>,
): OwnListingTab {
  const found =
    ownListingTabs.find(({ tab }) => tab === requested) ?? ownListingTabs.find(({ tab }) => counts[tab] > 0);
  return found ?? ownListingTabs[0];
}
