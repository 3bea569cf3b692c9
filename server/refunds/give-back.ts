import { sql } from 'kysely';
import type { OrderEvent } from '#domain/orders/orders.ts';
import type { Cents } from '#domain/money.ts';
import type { RefundDestination, RefundReason } from '#domain/payments/payments.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { completeOrder } from '#server/orders/closing.ts';
import type { ClosedOrder, Closer } from '#server/orders/closing.ts';
import { decideMove, orderEvent, moveOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { releaseStock } from '#server/orders/stock.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { refundStateForAmount } from '#server/payments/refund-limits.ts';
import { refundSale, unrefundedCents } from '#server/payments/sale-refunds.ts';
import { unblockSale } from '#server/payments/sale-blocks.ts';

export interface GiveBackInput {
  /** From one centavo to the unrefunded amount; the whole of it exactly when `event` ends the order. */
  amountCents: Cents;
  reason: RefundReason;
  /** The order's event; null leaves its state unchanged, for a partial refund without complaint (P25). */
  event: OrderEvent | null;
  by: Closer;
  /** A note by the person who refunds, for the other side. */
  note?: string | null;
  destination?: RefundDestination;
  /** A `requested` refund that is granted now, used instead of a new one. */
  refundId?: number;
  /** Refunds this payment only. */
  paymentId?: number;
}

export interface GiveBackResult extends ClosedOrder {
  refundId: number;
}

/**
 * Refunds a part or all of an order's money from wherever it is: from escrow (M4), from money waiting for release (M5), or
 * from the seller's balance, with the platform advancing what is missing (M6). The event moves order and settlement: an
 * ending event takes everything that is left, `settle_complaint` a part, and settles the rest (P23). The caller has
 * locked the order's row and checked permissions, and calls `notifyProvider` after the commit.
 * @throws `refund_exceeds_payment` with what remains · `wrong_state` when the event or a part is not possible here
 */
export async function giveBack(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  given: GiveBackInput,
): Promise<GiveBackResult> {
  const { amountCents, event, by } = given;
  const to = event ? await decideMove(tx, order, event, by.actor) : order.state;
  const ends = to === 'refunded' || to === 'cancelled';
  checkAmount(order, amountCents, ends);
  if (!event && !mayRefundPartially(order, given)) await refuseMove(tx, order, by.actor);
  const moved = ends ? await endOrder(tx, order, event!, given) : order;
  const { refundIds, sale } = await refundSale(tx, moved, {
    ...given,
    askedBy: by.viewer,
    state: await refundStateForAmount(ctx, tx, { orderId: order.id, amountCents, refundId: given.refundId }),
  });
  await adjustOpenRegret(tx, sale);
  if (to === 'cancelled') await releaseStock(tx, order);
  const settled = event && !ends ? await settleByEvent(ctx, tx, sale, event, by) : sale;
  const refundId = refundIds[0]!;
  if (!ends) await recordPartialRefund(tx, settled, refundId, given);
  return {
    order: settled,
    refundId,
    notifyProvider: async (told) => {
      for (const id of refundIds) await sendRefund(told, id);
    },
  };
}

/** Reduces an undecided regret (P24) to the unrefunded amount, and rejects it when nothing is left. */
async function adjustOpenRegret(tx: Tx, sale: LockedOrder): Promise<void> {
  const leftCents = unrefundedCents(sale);
  if (leftCents === 0)
    await sql`update refunds set state = 'rejected', decision_note = 'O valor já voltou por outro caminho.'
      where order_id = ${sale.id} and state = 'requested'`.execute(tx);
  else
    await sql`select split_refund(id, payment_id, ${leftCents}) from refunds
      where order_id = ${sale.id} and state in ('requested', 'awaiting_return') and amount_cents > ${leftCents}`.execute(
      tx,
    );
}

/**
 * A partial refund is possible while the sale is paid and not ended; during a complaint only by the complaint's result or
 * by a chargeback.
 */
const mayRefundPartially = ({ state }: LockedOrder, { reason }: GiveBackInput) =>
  partiallyRefundable.includes(state) || (state === 'in_complaint' && allowedInComplaint.includes(reason));
const allowedInComplaint: readonly RefundReason[] = ['complaint', 'charged_back'];
const partiallyRefundable: readonly LockedOrder['state'][] = [
  'paid',
  'in_delivery',
  'delivered',
  'completed',
];

function checkAmount(order: LockedOrder, amountCents: Cents, ends: boolean): void {
  const remainingCents = unrefundedCents(order);
  const fits = ends ? amountCents === remainingCents : amountCents > 0 && amountCents < remainingCents;
  if (!fits) fail('refund_exceeds_payment', { meta: { remainingCents } });
}

function endOrder(
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  { by, reason }: GiveBackInput,
): Promise<LockedOrder> {
  return moveOrder(tx, order, {
    events: [event],
    actor: by.actor,
    actorId: by.viewer?.id,
    note: reason,
    happenings: (now) => [
      now.state === 'cancelled'
        ? orderEvent('order.cancelled', now, by.viewer, { event, reason })
        : orderEvent('order.refunded', now, by.viewer, {
            event,
            reason,
            amountCents: unrefundedCents(order),
          }),
    ],
  });
}

/** P23: ends the complaint; the rest belongs to the seller, and the sale is completed if it was not before. */
async function settleByEvent(
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
 * P21, P23: ends a complaint with the order completed. Its money is unblocked unless another stop remains, and M2 follows
 * when the sale had not been completed before the complaint.
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
    happenings: (now) => [orderEvent('order.resumed', now, by.viewer, { event, stoppedBy: order.stoppedBy })],
  });
}

async function recordPartialRefund(
  tx: Tx,
  order: LockedOrder,
  refundId: number,
  given: GiveBackInput,
): Promise<void> {
  const { amountCents, reason, by, note = null } = given;
  await record(
    tx,
    orderEvent('order.partly_refunded', order, by.viewer, { refundId, amountCents, reason, note }),
  );
}
