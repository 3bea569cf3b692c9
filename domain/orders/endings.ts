import type { OrderState } from './orders.ts';
import type { RefundState } from '#domain/payments/payments.ts';

/** The ends of an order that came to nothing. */
export const undoneOrderStates: readonly OrderState[] = ['refunded', 'cancelled'];

/** Nothing was ever charged, all of it arrived back, or it is still to come back. */
export const endingMoney = ['none', 'back', 'coming'] as const;
export type EndingMoney = (typeof endingMoney)[number];

/** Of these nothing more is to come. */
const settled: readonly RefundState[] = ['completed', 'rejected'];

/**
 * What became of the money of an order that came to nothing.
 * @param refunds its refunds
 * @param paid whether its payment was ever confirmed
 */
export function endingMoneyOf(refunds: readonly { state: RefundState }[], paid: boolean): EndingMoney {
  if (refunds.some(({ state }) => !settled.includes(state))) return 'coming';
  if (refunds.some(({ state }) => state === 'completed')) return 'back';
  return paid ? 'coming' : 'none';
}

/** The ends in which nothing was sold: those, and an order that nobody paid in time. */
export const unsoldOrderStates: readonly OrderState[] = [...undoneOrderStates, 'expired'];
