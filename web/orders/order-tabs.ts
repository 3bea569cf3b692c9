import type { OrderRow } from '#contract/orders.ts';
import type { OrderState } from '#domain/orders.ts';
import type { Side } from './next-step.ts';

export interface OrderTab {
  key: string;
  label: string;
  states: readonly OrderState[];
}

const problem: OrderTab = {
  key: 'problema',
  label: 'Com problema',
  states: ['in_complaint', 'refunded', 'cancelled', 'expired'],
};

/** Tabs by need (S21, S22): together they hold every state exactly once. */
export const orderTabs: Record<Side, readonly OrderTab[]> = {
  buyer: [
    {
      key: 'andamento',
      label: 'Em andamento',
      states: ['awaiting_payment', 'payment_in_review', 'paid', 'in_delivery'],
    },
    { key: 'confirmar', label: 'Para confirmar', states: ['delivered'] },
    { key: 'concluidas', label: 'Concluídas', states: ['completed'] },
    problem,
  ],
  seller: [
    { key: 'entregar', label: 'Para entregar', states: ['paid', 'in_delivery'] },
    {
      key: 'aguardando',
      label: 'Aguardando comprador',
      states: ['awaiting_payment', 'payment_in_review', 'delivered'],
    },
    { key: 'concluidas', label: 'Concluídas', states: ['completed'] },
    problem,
  ],
};

/** The rows of each tab, in the order they came. */
export function byTab(side: Side, rows: readonly OrderRow[]): Map<string, OrderRow[]> {
  return new Map(
    orderTabs[side].map(({ key, states }) => [key, rows.filter((row) => states.includes(row.state))]),
  );
}

/** The tab of the address; without one, the first that has something in it. */
export function openTab(
  side: Side,
  wanted: string | null,
  rows: ReadonlyMap<string, readonly OrderRow[]>,
): string {
  const tabs = orderTabs[side];
  const found = tabs.find(({ key }) => key === wanted) ?? tabs.find(({ key }) => rows.get(key)?.length);
  return (found ?? tabs[0]!).key;
}
