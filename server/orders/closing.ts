import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import { isMoveOf } from '#domain/orders/orders.ts';
import { releaseDelayMs, releaseAt } from '#domain/orders/timers.ts';
import type { OrderActor } from '#domain/orders/orders.ts';
import { conclude as concluded, release as released } from '#domain/ledger/postings.ts';
import { moveBy } from '#server/incidents/outage.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { debtPart } from '#domain/withdrawals/withdrawals.ts';
import { lockDebt } from '#server/ledger/queries.ts';
import { refundStateForAmount } from '#server/payments/refund-limits.ts';
import { blockSale, unblockSale } from '#server/payments/sale-blocks.ts';
import { refundSale, unrefundedCents } from '#server/payments/sale-refunds.ts';
import type { SaleRefund } from '#server/payments/sale-refunds.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { endCharges } from './payment/charges.ts';
import { decideMove, orderEvent, moveOrder, refuseMove } from './moves.ts';
import type { LockedOrder } from './moves.ts';
import { returnPartialPayments } from './payment/partial-payments.ts';
import { releaseStock } from './stock.ts';
import { runFollowUps } from './payment/provider-follow-ups.ts';
import type { ProviderFollowUps } from './payment/provider-follow-ups.ts';

/** Who closes an order; `viewer` is null when the system does. */
export interface Closer {
  actor: OrderActor;
  viewer: Viewer | null;
}

/** An order that was closed, and the call to the payment provider to make after the commit. */
export interface ClosedOrder {
  order: LockedOrder;
  notifyProvider: (ctx: Ctx) => Promise<void>;
}

/** For an order that closed without a call to the provider. */
export const nothingToNotify = async () => undefined;

/**
 * P04, P05, P06: closes an order that was not paid, not paid in full or paid by the wrong person. The stock goes back on
 * sale, partial payments are refunded and the charge is cancelled at the provider. A pending payment proof expires with
 * the order (`orders_expire_receipts`).
 * @param closer `reason` is given by staff or by a timer
 */
export async function closeUnpaid(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: 'expire' | 'abandon' | 'refuse_payment' | 'force_cancellation',
  { actor, viewer, reason }: Closer & { reason?: string },
): Promise<ClosedOrder & { followUps: ProviderFollowUps }> {
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    note: reason,
    happenings: (now) => [
      orderEvent(event === 'expire' ? 'order.expired' : 'order.cancelled', now, viewer, { event, reason }),
    ],
  });
  const chargesToCancel = await endCharges(tx, order.id, {
    to: event === 'expire' ? 'expired' : 'cancelled',
    from: event === 'refuse_payment' ? ['created', 'pending', 'in_review'] : ['created', 'pending'],
  });
  await releaseStock(tx, order);
  const refundIds = await returnPartialPayments(ctx, tx, order.id);
  const followUps = { chargesToCancel, refundIds };
  return { order: moved, followUps, notifyProvider: (context) => runFollowUps(context, followUps) };
}

type CancellationTerms = { reason?: string } & Pick<SaleRefund, 'labelBorneBy'>;

type CancellationEvent =
  | 'withdraw_purchase'
  | 'cancel_sale'
  | 'cancel_idle'
  | 'cancel_agreed'
  | 'cancel_late'
  | 'lose'
  | 'return_parcel'
  | 'return_for_address'
  | 'force_cancellation';

/**
 * P10–P12, P14, P15, S10, S16: cancels an order that is paid but not delivered, refunds the rest of its price (M4) and
 * frees its stock, unless the parcel was lost.
 */
export async function cancelPaid(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: CancellationEvent,
  { actor, viewer, reason = event, labelBorneBy }: Closer & CancellationTerms,
): Promise<ClosedOrder> {
  if (!isMoveOf(event, order.deliveryType, order.state)) await refuseMove(tx, order, actor);
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    note: reason,
    happenings: (now) => [orderEvent('order.cancelled', now, viewer, { event, reason })],
  });
  const { refundIds, sale } = await refundSale(tx, moved, {
    amountCents: null,
    reason: 'order_cancelled',
    state: await refundStateForAmount(ctx, tx, { orderId: order.id, amountCents: unrefundedCents(order) }),
    labelBorneBy,
  });
  if (event !== 'lose') await releaseStock(tx, order);
  return { order: sale, notifyProvider: (context) => runFollowUps(context, { refundIds }) };
}

type CompletionEvent =
  | 'confirm'
  | 'confirm_by_time'
  | 'uphold_sale'
  | 'settle_complaint'
  | 'force_conclusion';

/**
 * P17, P18, M2: completes the order and settles the unrefunded part of the sale by the order's rule version. Money whose
 * release delay is over is released at once (M3). The settlement must be in escrow: one that a complaint blocked is
 * unblocked before. A sale that is blocked for another reason is settled too and stays blocked (P26).
 */
export async function completeOrder(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: CompletionEvent,
  { actor, viewer }: Closer,
): Promise<ClosedOrder> {
  await decideMove(tx, order, event, actor);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const split = splitSale(unrefundedCents(order), order.fee);
  const { netCents } = split;
  const freeAt = releaseAt(
    order.now,
    moveBy(order.deliveredAt ?? order.now, order.outageMs),
    releaseDelayMs(order.holdDays, timers),
  );
  if (order.stoppedBy) await unblockSale(tx, order);
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    alongside: [
      sql`settled as (update settlements set state = 'pending_release', net_cents = ${netCents},
        release_at = ${freeAt} where order_id = ${order.id})`,
      sql`sold as (insert into sales_to_count (listing_id, quantity) values (${order.listingId}, ${order.quantity}))`,
    ],
    journal: concluded({ orderId: order.id, split }),
    happenings: (now) => [orderEvent('order.completed', now, viewer, { event, netCents, releaseAt: freeAt })],
  });
  if (order.stoppedBy) await blockSale(tx, order);
  else if (freeAt <= order.now) await releaseSettlement(ctx, tx, moved);
  return { order: moved, notifyProvider: nothingToNotify };
}

/**
 * M3: releases the money to the seller; a part of it pays off the seller's debt. The caller has locked the order's row
 * and checked that the release delay is over.
 */
export async function releaseSettlement(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<void> {
  const { id: orderId, sellerId } = order;
  const { rows } = await sql<{ net: number }>`
    update settlements set state = 'released', released_at = ${order.now}
    where order_id = ${orderId} and state = 'pending_release' returning net_cents as net`.execute(tx);
  const netCents = rows[0]?.net;
  if (netCents === undefined) return;
  const { rules } = await currentRules(ctx.db, tx);
  const debtCents = debtPart(netCents, await lockDebt(tx, sellerId), rules.withdrawal);
  if (netCents > 0)
    await creditAndCollectDebt(tx, sellerId, () =>
      post(tx, released({ orderId, sellerId, netCents, debtCents })),
    );
  await record(tx, orderEvent('settlement.released', order, null, { netCents, debtCents }));
}
