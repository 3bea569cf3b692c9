import { sql } from 'kysely';
import type { State } from '#domain/addresses/states.ts';
import { returnPostBy } from '#domain/shipping/clocks.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { returnPaidBy, returnReminderAt } from '#domain/shipping/returns/returns.ts';
import type { ReturnReason, ReturnWay } from '#domain/shipping/returns/returns.ts';
import type { ShippingRules } from '#domain/shipping/settings.ts';
import { tableQuotes } from '#domain/shipping/tariffs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { OrderEvent } from '#domain/orders/orders.ts';
import { saleMoney } from '#server/ledger/queries.ts';
import type { Closer } from '#server/orders/closing.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { insertRefund } from '#server/payments/refunds.ts';
import type { NewRefund } from '#server/payments/refunds.ts';
import { applySaleStop } from '#server/payments/sale-blocks.ts';
import { divideRefund, unrefundedCents } from '#server/payments/sale-refunds.ts';
import { resumeAfterComplaint } from '#server/refunds/complaint-moves.ts';
import { rulesOf } from '#server/settings/queries.ts';

interface Opening {
  refundId: number;
  reason: ReturnReason;
  complaintId?: number;
  viewer: Viewer | null;
}

/**
 * S11: opens the return that a refund in `awaiting_return` waits for. The caller stops the sale afterwards.
 * @returns the end of the time to post it
 */
export async function openReturn(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { refundId, reason, complaintId, viewer }: Opening,
): Promise<Date> {
  const { shipping } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const postBy = returnPostBy(order.now, shipping.clocks);
  const { way, postageCents } = await wayBack(ctx, tx, order, shipping);
  await sql`insert into returns (order_id, refund_id, reason, complaint_id, way, post_by, due_at, due_event, paid_by,
      postage_cents)
    values (${order.id}, ${refundId}, ${reason}, ${complaintId ?? null}, ${way}, ${postBy},
      ${returnReminderAt(order.now, postBy)}, 'remind', ${returnPaidBy(reason, shipping)}, ${postageCents})`.execute(
    tx,
  );
  await record(tx, orderEvent('return.opened', order, viewer, { reason, way, until: postBy.toISOString() }));
  return postBy;
}

/**
 * S11: a complaint ended with everything going back after the return. The order is again in its state before the complaint,
 * and its money and timer stay stopped by the return.
 */
export async function returnAfterComplaint(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { complaintId, reason, by }: { complaintId: number; reason: ReturnReason; by: Closer },
): Promise<void> {
  const { viewer } = by;
  const refundId = await insertWaitingRefund(tx, order, {
    reason: 'complaint',
    state: 'awaiting_return',
    event: 'refund_return',
    askedBy: viewer,
  });
  await openReturn(ctx, tx, order, { refundId, reason, complaintId, viewer });
  await resumeAfterComplaint(tx, { ...order, stoppedBy: order.stoppedBy ?? 'return' }, by);
  await applySaleStop(tx, order);
}

/** A refund of everything left that is not owed yet. */
export async function insertWaitingRefund(
  tx: Tx,
  order: LockedOrder,
  given: Pick<NewRefund, 'reason' | 'askedBy' | 'destination' | 'fundAt'> & {
    state: 'requested' | 'awaiting_return';
    event: OrderEvent;
  },
): Promise<number> {
  const { paymentId } = await saleMoney(tx, order.id);
  const amountCents = unrefundedCents(order);
  const [first] = await divideRefund(tx, { orderId: order.id, paymentId: paymentId!, amountCents });
  return insertRefund(tx, {
    ...given,
    orderId: order.id,
    paymentId: first!.paymentId,
    amountCents,
    source: 'sale',
  });
}

interface SentParcel extends Parcel {
  source: string;
  originState: State;
  destinationState: State;
}

/**
 * How the thing comes back, and what the buyer gets for posting it at a counter: the lowest price of the own table for
 * the way back, so that a dear service is posted at the buyer's own cost.
 */
async function wayBack(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  rules: ShippingRules,
): Promise<{ way: ReturnWay; postageCents: number }> {
  if (order.deliveryType === 'pickup') return { way: 'hand', postageCents: 0 };
  const { rows } = await sql<SentParcel>`
    select source, origin_state as "originState", destination_state as "destinationState",
      weight_grams as "weightGrams", length_cm as "lengthCm", width_cm as "widthCm", height_cm as "heightCm"
    from shipments where order_id = ${order.id}`.execute(tx);
  const { source, originState, destinationState, ...parcel } = rows[0]!;
  const [cheapest] = tableQuotes(destinationState, originState, parcel, rules);
  return {
    way: source !== 'table' && source === ctx.shipping?.name ? 'label' : 'own',
    postageCents: cheapest?.priceCents ?? 0,
  };
}
