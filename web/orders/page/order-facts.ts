import type { Order, OrderRow } from '#contract/orders/orders.ts';
import { cameToNothing, moneyAtEnd } from '#domain/orders/endings.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { orderEventWords } from '#web/text.ts';
import { late } from '#web/orders/deadlines.ts';
import type { Ending, Side, Step } from '#web/orders/step.ts';
import { nextStep } from '#web/orders/next-step.ts';
import { isOver } from '#web/payments/words.ts';
import { destinationWords } from '#web/refunds/words.ts';

export type Deal = NonNullable<Order['deal']>;
export type DealAction = Deal['actions'][number]['event'];

/** Staff read the seller's sentence: it is the one about the work that is still to do. */
export function sideOf(order: Order): Side {
  return order.viewerIs === 'buyer' ? 'buyer' : 'seller';
}

/** What happens next in this order, for whoever looks. */
export function stepOf(order: Order, deal: Deal): Step {
  const side = sideOf(order);
  return nextStep(
    {
      state: order.state,
      deliveryType: deal.deliveryType,
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
      refund: row.refund && { by: row.refund.by, where: destinationWords[row.refund.destination] },
      ending: row.ending && endingBy(row.ending.event, row.ending.money),
      now,
    },
    side,
  );
}

/**
 * What the clock of a row counts down to. Past its promise an order that waits for nobody's word is cancelled next; every
 * other clock ends with what its sentence says.
 */
export function clockWords({ promisedAt, waits }: OrderRow, { actor }: Step, now: string): string {
  const overdue = !waits && actor === 'seller' && late(promisedAt, now) !== null;
  return overdue ? 'Cancelamento em' : 'Restam';
}

/** How the order is paid until its time is up; null where its charge ends sooner and another one may take its place. */
function methodOf({ payment, dueAt }: Deal, now: string): PaymentMethod | null {
  if (!payment) return null;
  const sooner = payment.method === 'pix' && dueAt !== null && payment.expiresAt < dueAt;
  return sooner || isOver(payment, now) ? null : payment.method;
}

/** A boleto is due before the order ends, which waits for the bank; an examination has a time of its own. */
function dueAtOf({ state, now }: Order, { dueAt, payment }: Deal): string | null {
  if (state === 'awaiting_payment' && payment?.method === 'boleto' && !isOver(payment, now))
    return payment.expiresAt;
  return dueAt ?? (state === 'payment_in_review' ? (payment?.reviewUntil ?? null) : null);
}

/** When and where a refund that has not arrived yet does; null when none is on its way. */
export function refundOnItsWay({ refunds }: Deal): { by: string; where: string } | null {
  const open = refunds.find(({ expectedBy }) => expectedBy !== null);
  return open ? { by: open.expectedBy!, where: destinationWords[open.destination] } : null;
}

/** How an order ended that came to nothing, as its history and its refunds tell it; null for every other. */
export function endingOf({ state, timeline }: Order, { refunds }: Deal): Ending | null {
  const last = timeline.at(-1);
  if (!last || !cameToNothing.includes(state)) return null;
  const paid = timeline.some((entry) => entry.state === 'paid');
  return endingBy(last.event, moneyAtEnd(refunds, paid));
}

/** An end in words; null where nobody has any for what closed it. */
function endingBy(event: string, money: Ending['money']): Ending | null {
  const because = (orderEventWords as Record<string, string>)[event];
  return because ? { because, money } : null;
}

/** Whether the viewer may do this now. */
export function may(deal: Deal, event: DealAction): boolean {
  return deal.actions.some((action) => action.event === event && action.allowed);
}

/** What of the price did not go back, in cents. */
export function staysOf({ totalCents, refundedCents }: Pick<Deal, 'totalCents' | 'refundedCents'>): number {
  return totalCents - refundedCents;
}

/** A sale that came to nothing brings nothing. */
export function receives(state: OrderState, netCents: number): string {
  const unpaid = finalOrderStates.includes(state) && state !== 'completed' && netCents > 0;
  return unpaid ? 'Você receberia' : 'Você recebe';
}
