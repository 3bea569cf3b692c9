import { purchaseTabs, saleTabs } from '#domain/orders/tabs.ts';
import type { PurchaseTab, SaleTab } from '#domain/orders/tabs.ts';
import type { Side } from '#web/orders/step.ts';

export interface OrderTab<Key extends string> {
  key: Key;
  label: string;
}

/** Tabs in the order in which they are shown. `domain/orders/tabs.ts` says which states each one holds. */
export const orderTabs = {
  buyer: [
    { key: 'andamento', label: 'Em andamento' },
    { key: 'confirmar', label: 'Para confirmar' },
    { key: 'concluidas', label: 'Concluídas' },
    { key: 'problema', label: 'Com problema' },
  ] satisfies OrderTab<PurchaseTab>[],
  seller: [
    { key: 'entregar', label: 'Para entregar' },
    { key: 'aguardando', label: 'Aguardando comprador' },
    { key: 'concluidas', label: 'Concluídas' },
    { key: 'problema', label: 'Com problema' },
  ] satisfies OrderTab<SaleTab>[],
} as const;

/** The states in a tab of either side. */
export const statesOf = { buyer: purchaseTabs, seller: saleTabs } as const;

/** The tab named by the address; otherwise the first one that has orders. */
export function openTab(
  side: Side,
  requested: string | null,
  counts: Readonly<Record<string, number>>,
): PurchaseTab | SaleTab {
  const tabs: readonly OrderTab<PurchaseTab | SaleTab>[] = orderTabs[side];
  const found = tabs.find(({ key }) => key === requested) ?? tabs.find(({ key }) => counts[key]);
  return (found ?? tabs[0]!).key;
}
