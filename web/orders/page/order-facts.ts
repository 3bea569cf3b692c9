import type { Order, OrderRow } from '#contract/orders/orders.ts';
import { undoneOrderStates, endingMoneyOf } from '#domain/orders/endings.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { orderEventLabels } from '#web/labels.ts';
import { overdueText } from '#web/orders/deadlines.ts';
import type { Ending, Side, Step } from '#web/orders/step.ts';
import { nextStep } from '#web/orders/next-step.ts';
import { isExpired } from '#web/payments/payment-texts.ts';
import { destinationTexts } from '#web/refunds/refund-texts.ts';

export type Deal = NonNullable<Order['deal']>;
export type DealAction = Deal['actions'][number]['event'];

/** The side of the viewer; staff read an order on their own page. */
export function sideOf(order: Order): Side {
  return order.viewerIs === 'buyer' ? 'buyer' : 'seller';
}

/** The next step in this order for its viewer. */
export function stepOf(order: Order, deal: Deal): Step {
  const side = sideOf(order);
  return nextStep(
    {
      state: order.state,
      deliveryType: deal.deliveryType,
      shipment: deal.shipment,
      method: methodOf(deal, order.now),
      otherParty: `@${side === 'buyer' ? order.seller : order.buyer}`,
      amountCents: side === 'buyer' ? deal.totalCents : (deal.netCents ?? deal.totalCents),
      begun: (deal.payment?.heldCents ?? 0) > 0,
      dueAt: dueAtOf(order, deal),
      promisedAt: deal.promisedAt,
      releaseAt: deal.settlement?.releaseAt ?? null,
      closedAt: deal.closedAt,
      revealed: deal.revealedAt !== null,
      waits: deal.waits,
      rateable: deal.rateable,
      refund: refundOnItsWay(deal),
      ending: endingOf(order, deal),
      now: order.now,
    },
    side,
  );
}

/** The same for a row of a list. */
export function stepOfRow(row: OrderRow, side: Side, now: string): Step {
  return nextStep(
    {
      ...row,
      otherParty: `@${row.otherParty}`,
      amountCents: side === 'buyer' ? row.totalCents : row.netCents,
      refund: row.refund && { by: row.refund.by, where: destinationTexts[row.refund.destination] },
      ending: row.ending && endingBy(row.ending, row.cancelReason),
      now,
    },
    side,
  );
}

/**
 * What a row's countdown leads to. After the promised time an order without a pending response is cancelled next; every
 * other countdown ends at the deadline in its sentence.
 */
export function countdownLabel(
  { promisedAt, waits, deliveryType }: OrderRow,
  { actor }: Step,
  now: string,
): string {
  if (deliveryType === 'shipping' || deliveryType === 'pickup') return 'Restam';
  const overdue = !waits && actor === 'seller' && overdueText(promisedAt, now) !== null;
  return overdue ? 'Cancelamento em' : 'Restam';
}

/** The payment method until the order's time is up; null when its charge expires sooner and may be replaced. */
function methodOf({ payment, dueAt }: Deal, now: string): PaymentMethod | null {
  if (!payment) return null;
  const expiresSooner = payment.method === 'pix' && dueAt !== null && payment.expiresAt < dueAt;
  return expiresSooner || isExpired(payment, now) ? null : payment.method;
}

/** A boleto is due before the order expires, because the bank needs time; a payment in review has its own deadline. */
function dueAtOf({ state, now }: Order, { dueAt, payment }: Deal): string | null {
  if (state === 'awaiting_payment' && payment?.method === 'boleto' && !isExpired(payment, now))
    return payment.expiresAt;
  return dueAt ?? (state === 'payment_in_review' ? (payment?.reviewUntil ?? null) : null);
}

/** When and where the pending refund arrives; null when there is none. */
export function refundOnItsWay({ refunds }: Deal): { by: string; where: string } | null {
  const open = refunds.find(({ expectedBy }) => expectedBy !== null);
  return open ? { by: open.expectedBy!, where: destinationTexts[open.destination] } : null;
}

/** How an order without a completed sale ended, from its history and refunds; null for every other order. */
export function endingOf({ state, timeline }: Order, { refunds, cancelReason }: Deal): Ending | null {
  const last = timeline.at(-1);
  if (!last || !undoneOrderStates.includes(state)) return null;
  const paid = timeline.some((entry) => entry.state === 'paid');
  return endingBy({ event: last.event, money: endingMoneyOf(refunds, paid) }, cancelReason);
}

/** Null when the closing event has no text. */
function endingBy(
  { event, money }: { event: string; money: Ending['money'] },
  cancelReason: string | null,
): Ending | null {
  if (cancelReason === 'returned_for_address')
    return { because: 'Cancelado: o pacote voltou por erro no endereço', money, lessFreight: true };
  const because = (orderEventLabels as Record<string, string>)[event];
  return because ? { because, money } : null;
}

/** Whether the viewer may take this action now. */
export function may(deal: Deal, event: DealAction): boolean {
  return deal.actions.some((action) => action.event === event && action.allowed);
}

/** The part of the price that was not refunded, in cents. */
export function unrefundedCents({
  totalCents,
  refundedCents,
}: Pick<Deal, 'totalCents' | 'refundedCents'>): number {
  return totalCents - refundedCents;
}

/** A sale that ended without completion pays nothing. */
export function payoutLabel(state: OrderState, netCents: number): string {
  const unpaid = finalOrderStates.includes(state) && state !== 'completed' && netCents > 0;
  return unpaid ? 'Você receberia' : 'Você recebe';
}
