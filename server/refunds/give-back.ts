import { sql } from 'kysely';
import type { OrderEvent } from '#domain/orders/orders.ts';
import type { Cents } from '#domain/money.ts';
import type { RefundDestination, RefundReason } from '#domain/payments/payments.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { completeOrder } from '#server/orders/closing.ts';
import type { ClosedOrder, Closer } from '#server/orders/closing.ts';
import { decideMove, happening, moveOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { releaseStock } from '#server/orders/stock.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { refundStateForAmount } from '#server/payments/refund-limits.ts';
import { refundSale, unrefundedCents } from '#server/payments/sale-refunds.ts';
import { unblockSale } from '#server/payments/sale-blocks.ts';

export interface GivingBack {
  /** At least a centavo, at most what stays; all of it exactly when `event` ends the order. */
  amountCents: Cents;
  reason: RefundReason;
  /** What becomes of the order; null leaves its state as it is, for a part of a sale without complaint (P25). */
  event: OrderEvent | null;
  by: Closer;
  /** The words of whoever gives it back, for the other side to read. */
  note?: string | null;
  destination?: RefundDestination;
  /** A refund that was `requested` and is granted now: it is used instead of a new one. */
  refundId?: number;
  /** Only of what this payment brought. */
  paymentId?: number;
}

export interface GivenBack extends ClosedOrder {
  refundId: number;
}

/**
 * Gives a part or all of an order's money back wherever it stands: out of escrow (M4), out of what waits for release
 * (M5), or out of what the seller already has, the platform advancing what is missing (M6). Turns order and settlement
 * as the event says: an ending event takes all that stays, `settle_complaint` a part and settles the rest (P23). The
 * caller holds the order's row, has decided who may, and calls `tell` once it is durable.
 * @throws `refund_exceeds_payment` with what remains · `wrong_state` when the event or a part is not possible here
 */
export async function giveBack(ctx: Ctx, tx: Tx, order: LockedOrder, given: GivingBack): Promise<GivenBack> {
  const { amountCents, event, by } = given;
  const to = event ? await decideMove(tx, order, event, by.actor) : order.state;
  const ends = to === 'refunded' || to === 'cancelled';
  checkAmount(order, amountCents, ends);
  if (!event && !mayPartly(order, given)) await refuseMove(tx, order, by.actor);
  const moved = ends ? await end(tx, order, event!, given) : order;
  const { refundIds, sale } = await refundSale(tx, moved, {
    ...given,
    askedBy: by.viewer,
    state: await refundStateForAmount(ctx, tx, { orderId: order.id, amountCents, refundId: given.refundId }),
  });
  await followRegret(tx, sale);
  if (to === 'cancelled') await releaseStock(tx, order);
  const settled = event && !ends ? await settle(ctx, tx, sale, event, by) : sale;
  const refundId = refundIds[0]!;
  if (!ends) await tellPart(tx, settled, refundId, given);
  return {
    order: settled,
    refundId,
    notifyProvider: async (told) => {
      for (const id of refundIds) await sendRefund(told, id);
    },
  };
}

/** A regret that waits for a person (P24) is about what still stays, and about nothing when nothing does. */
async function followRegret(tx: Tx, sale: LockedOrder): Promise<void> {
  const leftCents = unrefundedCents(sale);
  if (leftCents === 0)
    await sql`update refunds set state = 'rejected', decision_note = 'O valor já voltou por outro caminho.'
      where order_id = ${sale.id} and state = 'requested'`.execute(tx);
  else
    await sql`select split_refund(id, payment_id, ${leftCents}) from refunds
      where order_id = ${sale.id} and state = 'requested' and amount_cents > ${leftCents}`.execute(tx);
}

/**
 * A part may go back while the sale is neither unpaid nor over; in a dispute only what the dispute itself gives, or what
 * the bank took anyway.
 */
const mayPartly = ({ state }: LockedOrder, { reason }: GivingBack) =>
  partial.includes(state) || (state === 'in_complaint' && besideComplaint.includes(reason));
const besideComplaint: readonly RefundReason[] = ['complaint', 'charged_back'];
const partial: readonly LockedOrder['state'][] = ['paid', 'in_delivery', 'delivered', 'completed'];

function checkAmount(order: LockedOrder, amountCents: Cents, ends: boolean): void {
  const remainingCents = unrefundedCents(order);
  const fits = ends ? amountCents === remainingCents : amountCents > 0 && amountCents < remainingCents;
  if (!fits) fail('refund_exceeds_payment', { meta: { remainingCents } });
}

function end(
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  { by, reason }: GivingBack,
): Promise<LockedOrder> {
  return moveOrder(tx, order, {
    events: [event],
    actor: by.actor,
    actorId: by.viewer?.id,
    note: reason,
    happenings: (now) => [
      now.state === 'cancelled'
        ? happening('order.cancelled', now, by.viewer, { event, reason })
        : happening('order.refunded', now, by.viewer, { event, reason, amountCents: unrefundedCents(order) }),
    ],
  });
}

/** P23: the complaint is over; what stays is the seller's, concluded now if it wasn't before. */
async function settle(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  by: Closer,
): Promise<LockedOrder> {
  if (event !== 'settle_complaint') return refuseMove(tx, order, by.actor);
  return closeComplaint(ctx, tx, order, event, by);
}

/**
 * P21, P23: ends a complaint with the order completed. What was blocked is free, if nothing else stops it, and M2 follows if the sale had not
 * been concluded before the complaint.
 */
export async function closeComplaint(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: 'uphold_sale' | 'settle_complaint' | 'force_conclusion',
  by: Closer,
): Promise<LockedOrder> {
  await decideMove(tx, order, event, by.actor);
  if (!order.stoppedBy) await unblockSale(tx, order);
  if (order.stateBefore !== 'completed') return (await completeOrder(ctx, tx, order, event, by)).order;
  return moveOrder(tx, order, {
    events: [event],
    actor: by.actor,
    actorId: by.viewer?.id,
    happenings: (now) => [happening('order.resumed', now, by.viewer, { event, stoppedBy: order.stoppedBy })],
  });
}

async function tellPart(tx: Tx, order: LockedOrder, refundId: number, given: GivingBack): Promise<void> {
  const { amountCents, reason, by, note = null } = given;
  await record(
    tx,
    happening('order.partly_refunded', order, by.viewer, { refundId, amountCents, reason, note }),
  );
}
