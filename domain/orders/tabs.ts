import type { OrderState } from './orders.ts';

/** States of orders that ended without a sale or have a problem. */
const problem: readonly OrderState[] = ['in_complaint', 'refunded', 'cancelled', 'expired'];
const open: readonly OrderState[] = [
  'awaiting_payment',
  'payment_in_review',
  'paid',
  'in_delivery',
  'delivered',
  'in_complaint',
];

/** Tabs of purchases; every state is in exactly one tab, apart from `abertas`, which overlaps them. */
export const purchaseTabs = {
  andamento: ['awaiting_payment', 'payment_in_review', 'paid', 'in_delivery'],
  confirmar: ['delivered'],
  concluidas: ['completed'],
  problema: problem,
  abertas: open,
} as const satisfies Record<string, readonly OrderState[]>;

/** Tabs of sales. `postar` overlaps `entregar`: parcels whose time to post ends today, or ended. */
export const saleTabs = {
  entregar: ['paid', 'in_delivery'],
  postar: ['paid'],
  aguardando: ['awaiting_payment', 'payment_in_review', 'delivered'],
  concluidas: ['completed'],
  problema: problem,
  abertas: open,
} as const satisfies Record<string, readonly OrderState[]>;

/** Asks for the first tab that has orders. */
export const firstTab = 'primeira';

/** The first of the tabs that has orders, or the first one of all. */
export function firstTabWithOrders<T extends string>(
  tabs: Readonly<Record<T, unknown>>,
  counts: Readonly<Partial<Record<T, number>>>,
): T {
  const names = Object.keys(tabs) as T[];
  return names.find((name) => counts[name]) ?? names[0]!;
}

export type PurchaseTab = keyof typeof purchaseTabs;
export type SaleTab = keyof typeof saleTabs;
