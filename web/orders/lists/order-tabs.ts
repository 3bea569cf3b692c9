import { firstTab, firstTabWithOrders, purchaseTabs, saleTabs } from '#domain/orders/tabs.ts';
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
    { key: 'postar', label: 'Postar hoje' },
    { key: 'aguardando', label: 'Aguardando comprador' },
    { key: 'concluidas', label: 'Concluídas' },
    { key: 'problema', label: 'Com problema' },
  ] satisfies OrderTab<SaleTab>[],
} as const;

/** The states in a tab of either side. */
export const statesOf = { buyer: purchaseTabs, seller: saleTabs } as const;

/** The tab to ask the server for: that of the address, or the first one that has orders. */
export function askedTab(side: Side, requested: string | null): PurchaseTab | SaleTab | typeof firstTab {
  const tabs: readonly OrderTab<PurchaseTab | SaleTab>[] = orderTabs[side];
  return tabs.find(({ key }) => key === requested)?.key ?? firstTab;
}

/** The tab named by the address; otherwise the first one that has orders. */
export function openTab(
  side: Side,
  requested: string | null,
  counts: Readonly<Record<string, number>>,
): PurchaseTab | SaleTab {
  const asked = askedTab(side, requested);
  if (asked !== firstTab) return asked;
  return firstTabWithOrders<PurchaseTab | SaleTab>(
    statesOf[side] as Record<PurchaseTab | SaleTab, unknown>,
    counts,
  );
}
