import type { Cents } from '#domain/money.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { RefundReason } from './payments.ts';

/** How incoming money is used. */
export type IncomingMoneyVerdict =
  | { use: 'pay' | 'reinstate'; surplusCents: Cents }
  | { use: 'hold' }
  | { use: 'review' }
  | { use: 'refund'; reason: RefundReason };

/**
 * P03, P07, §4.6. Decides how incoming money is used. Money that completes the price pays the order, and a surplus is
 * refunded; a partial payment is held while the order waits. A duplicate or late payment is refunded at once.
 * @param order `captured`: its price was received before, even if refunded since ·
 *   `heldCents`: earlier partial payments that wait for the rest · `mayHold`: another charge is allowed for the rest ·
 *   `revivable`: closed less than 24 h ago, and stock and price are unchanged ·
 *   `payer`: a third party paid more than the limit; `refused` when staff refused it
 */
export function judgeIncomingMoney(
  order: {
    state: OrderState;
    totalCents: Cents;
    captured: boolean;
    heldCents: Cents;
    mayHold: boolean;
    revivable: boolean;
    payer?: 'stranger' | 'refused';
  },
  receivedCents: Cents,
): IncomingMoneyVerdict {
  if (order.captured) return { use: 'refund', reason: 'duplicate_payment' };
  const surplusCents = order.heldCents + receivedCents - order.totalCents;
  if (surplusCents < 0)
    return order.state === 'awaiting_payment' && order.mayHold && !order.payer
      ? { use: 'hold' }
      : { use: 'refund', reason: 'wrong_amount' };
  if (order.payer === 'refused') return { use: 'refund', reason: 'third_party_payer' };
  if (order.payer === 'stranger')
    return order.state === 'awaiting_payment' || order.state === 'payment_in_review'
      ? { use: 'review' }
      : { use: 'refund', reason: 'third_party_payer' };
  if (order.state === 'awaiting_payment' || order.state === 'payment_in_review')
    return { use: 'pay', surplusCents };
  return order.revivable ? { use: 'reinstate', surplusCents } : { use: 'refund', reason: 'late_payment' };
}
