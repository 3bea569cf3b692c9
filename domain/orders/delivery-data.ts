import type { DeliveryType, OrderState } from './orders.ts';

/** P09: whether a category asks buyers where and how a delivery by hand is made. */
export const deliveryDataAsks = ['none', 'optional', 'required'] as const;
export type DeliveryDataAsk = (typeof deliveryDataAsks)[number];

/** Letters of the buyer's words, and of a category's hint for them. */
export const deliveryDataLimits = { text: { min: 3, max: 500 }, hint: 120 } as const;

/** What is asked of buyers where no category says otherwise; codes deliver themselves. */
export function deliveryDataAskOf(type: DeliveryType, chosen: DeliveryDataAsk | null): DeliveryDataAsk {
  return type === 'manual' ? (chosen ?? 'optional') : 'none';
}

/** Why an order is not placed with this, or without it, in words that say what to do; null when it may be. */
export function deliveryDataFault(asks: DeliveryDataAsk, given: string | undefined): string | null {
  if (asks === 'none' && given !== undefined) return 'Este anúncio não pede dados para a entrega.';
  if (asks === 'required' && given === undefined) return 'Escreva onde e como o vendedor deve entregar.';
  return null;
}

/** Until the seller begins, the buyer may put right what was written, or write it at last. */
export function mayWriteDeliveryData(order: { state: OrderState; asks: DeliveryDataAsk }): boolean {
  return order.asks !== 'none' && beforeDelivery.includes(order.state);
}

const beforeDelivery: readonly OrderState[] = ['awaiting_payment', 'payment_in_review', 'paid'];
