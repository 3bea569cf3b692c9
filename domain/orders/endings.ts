import type { OrderState } from './orders.ts';
import type { RefundState } from '#domain/payments/payments.ts';

/** Final states of an undone order. */
export const undoneOrderStates: readonly OrderState[] = ['refunded', 'cancelled'];

/** `none`: nothing was charged; `back`: all of it was refunded; `coming`: a refund is pending. */
export const endingMoney = ['none', 'back', 'coming'] as const;
export type EndingMoney = (typeof endingMoney)[number];

/** Refunds in these states are finished. */
const settled: readonly RefundState[] = ['completed', 'rejected'];

/**
 * What happened to the money of an undone order.
 * @param refunds its refunds
 * @param paid whether its payment was ever confirmed
 */
export function endingMoneyOf(refunds: readonly { state: RefundState }[], paid: boolean): EndingMoney {
  if (refunds.some(({ state }) => !settled.includes(state))) return 'coming';
  if (refunds.some(({ state }) => state === 'completed')) return 'back';
  return paid ? 'coming' : 'none';
}

/** Final states without a sale: undone orders, and orders that were not paid in time. */
export const unsoldOrderStates: readonly OrderState[] = [...undoneOrderStates, 'expired'];
