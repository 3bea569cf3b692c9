import type { OrderState } from './orders.ts';

/** The other ends of a deal: nothing more happens, or something went wrong. */
const problem: readonly OrderState[] = ['in_complaint', 'refunded', 'cancelled', 'expired'];
const open: readonly OrderState[] = [
  'awaiting_payment',
  'payment_in_review',
  'paid',
  'in_delivery',
  'delivered',
  'in_complaint',
];

/** Purchases by need: the tabs hold every state exactly once; `abertas` cuts across them. */
export const purchaseTabs = {
  andamento: ['awaiting_payment', 'payment_in_review', 'paid', 'in_delivery'],
  confirmar: ['delivered'],
  concluidas: ['completed'],
  problema: problem,
  abertas: open,
} as const satisfies Record<string, readonly OrderState[]>;

/** Sales by need. */
export const saleTabs = {
  entregar: ['paid', 'in_delivery'],
  aguardando: ['awaiting_payment', 'payment_in_review', 'delivered'],
  concluidas: ['completed'],
  problema: problem,
  abertas: open,
} as const satisfies Record<string, readonly OrderState[]>;

export type PurchaseTab = keyof typeof purchaseTabs;
export type SaleTab = keyof typeof saleTabs;
