import type { DeliveryType, OrderState } from './orders.ts';

/** P09: whether a category asks buyers for the data of a manual delivery. */
export const deliveryDataAsks = ['none', 'optional', 'required'] as const;
export type DeliveryDataAsk = (typeof deliveryDataAsks)[number];

/** Lengths of the buyer's text, and of a category's hint for it. */
export const deliveryDataLimits = { text: { min: 3, max: 500 }, hint: 120 } as const;

/** Whether buyers are asked for delivery data; never for codes, which are delivered automatically. */
export function deliveryDataAskOf(type: DeliveryType, chosen: DeliveryDataAsk | null): DeliveryDataAsk {
  return type === 'manual' ? (chosen ?? 'optional') : 'none';
}

/** The error message for given or missing delivery data of a new order; null when it is valid. */
export function deliveryDataFault(asks: DeliveryDataAsk, given: string | undefined): string | null {
  if (asks === 'none' && given !== undefined) return 'Este anúncio não pede dados para a entrega.';
  if (asks === 'required' && given === undefined) return 'Escreva onde e como o vendedor deve entregar.';
  return null;
}

/** The buyer may write or correct the delivery data until the seller starts the delivery. */
export function mayWriteDeliveryData(order: { state: OrderState; asks: DeliveryDataAsk }): boolean {
  return order.asks !== 'none' && beforeDelivery.includes(order.state);
}

const beforeDelivery: readonly OrderState[] = ['awaiting_payment', 'payment_in_review', 'paid'];
