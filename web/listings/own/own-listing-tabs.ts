import type { ListingTab } from '#domain/listings/tabs.ts';

/** The tabs of `/conta/anuncios`, in the order in which they are read. What is in each is `domain/listings/tabs.ts`. */
export const tabWords = [
  { tab: 'ativos', label: 'Ativos', adjective: 'ativos' },
  { tab: 'revisao', label: 'Em revisão', adjective: 'em revisão' },
  { tab: 'ajuste', label: 'Com ajuste', adjective: 'com ajuste pedido' },
  { tab: 'pausados', label: 'Pausados', adjective: 'pausados' },
  { tab: 'rascunhos', label: 'Rascunhos', adjective: 'em rascunho' },
  { tab: 'encerrados', label: 'Encerrados', adjective: 'encerrados' },
] as const satisfies readonly { tab: ListingTab; label: string; adjective: string }[];
export type TabWords = (typeof tabWords)[number];

/** The tab the address names; otherwise the first one that has something. */
export function chooseTab(named: string | null, counts: Readonly<Record<ListingTab, number>>): TabWords {
  const found = tabWords.find(({ tab }) => tab === named) ?? tabWords.find(({ tab }) => counts[tab] > 0);
  return found ?? tabWords[0];
}
