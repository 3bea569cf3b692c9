import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import { holdMsOf, releaseAt } from '#domain/orders/orders.ts';
import type { OrderActor } from '#domain/orders/orders.ts';
import { conclude as concluded, release as released } from '#domain/ledger/postings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { credit } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { debtPart } from '#domain/withdrawals/withdrawals.ts';
import { holdDebt } from '#server/ledger/queries.ts';
import { stateOfNew } from '#server/payments/refund-limits.ts';
import { blockSale, unblockSale } from '#server/payments/sale-blocks.ts';
import { refundSale, staysOf } from '#server/payments/sale-refunds.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { endCharges } from './payment/charges.ts';
import { decideMove, happening, moveOrder } from './moves.ts';
import type { LockedOrder } from './moves.ts';
import { returnParts } from './payment/partial-payments.ts';
import { releaseStock } from './stock.ts';
import { tellBank } from './payment/provider-follow-ups.ts';
import type { Untold } from './payment/provider-follow-ups.ts';

/** Who closes an order, and for the system's own doing nobody. */
export interface Closer {
  actor: OrderActor;
  viewer: Viewer | null;
}

/** An order that reached its end, and what the bank must still be told once that is durable. */
export interface Closed {
  order: LockedOrder;
  tell: (ctx: Ctx) => Promise<void>;
}

const nothingToTell = async () => undefined;

/**
 * P04, P05, P06: nothing was paid, or not by whom it should, or not all of it; the stock goes back on sale, what came in
 * goes back, and the charge is cancelled at the bank. A receipt that still waited expires with the order
 * (`orders_expire_receipts`).
 * @param closer `reason` of staff, or of a timer
 */
export async function closeUnpaid(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: 'expire' | 'abandon' | 'refuse_payment' | 'force_cancellation',
  { actor, viewer, reason }: Closer & { reason?: string },
): Promise<Closed & { untold: Untold }> {
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    note: reason,
    happenings: (now) => [
      happening(event === 'expire' ? 'order.expired' : 'order.cancelled', now, viewer, { event, reason }),
    ],
  });
  const givenUp = await endCharges(tx, order.id, {
    to: event === 'expire' ? 'expired' : 'cancelled',
    from: event === 'refuse_payment' ? ['created', 'pending', 'in_review'] : ['created', 'pending'],
  });
  await releaseStock(tx, order);
  const refundIds = await returnParts(ctx, tx, order.id);
  const untold = { givenUp, refundIds };
  return { order: moved, untold, tell: (told) => tellBank(told, untold) };
}

type Cancelling =
  | 'withdraw_purchase'
  | 'cancel_sale'
  | 'cancel_idle'
  | 'cancel_agreed'
  | 'cancel_late'
  | 'force_cancellation';

/** P10–P12, P14, P15: paid but not delivered; what stays of the price goes back (M4) and the stock on sale. */
export async function cancelPaid(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: Cancelling,
  { actor, viewer, reason = event }: Closer & { reason?: string },
): Promise<Closed> {
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    note: reason,
    happenings: (now) => [happening('order.cancelled', now, viewer, { event, reason })],
  });
  const { refundIds, sale } = await refundSale(tx, moved, {
    amountCents: null,
    reason: 'order_cancelled',
    state: await stateOfNew(ctx, tx, { orderId: order.id, amountCents: staysOf(order) }),
  });
  await releaseStock(tx, order);
  return { order: sale, tell: (told) => tellBank(told, { refundIds }) };
}

type Concluding = 'confirm' | 'confirm_by_time' | 'uphold_sale' | 'settle_complaint' | 'force_conclusion';

/**
 * P17, P18, M2: what stays of the sale is settled by the rule it was born with; what is already free is released at
 * once (M3). Its settlement must be in escrow: one that a complaint blocked is unblocked first. What something
 * else stops is settled too, and stays stopped (P26).
 */
export async function conclude(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: Concluding,
  { actor, viewer }: Closer,
): Promise<Closed> {
  await decideMove(tx, order, event, actor);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const split = splitSale(staysOf(order), order.fee);
  const { netCents } = split;
  const freeAt = releaseAt(order.now, order.deliveredAt ?? order.now, holdMsOf(order.holdDays, timers));
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
    happenings: (now) => [happening('order.completed', now, viewer, { event, netCents, releaseAt: freeAt })],
  });
  if (order.stoppedBy) await blockSale(tx, order);
  else if (freeAt <= order.now) await releaseSettlement(ctx, tx, moved);
  return { order: moved, tell: nothingToTell };
}

/**
 * M3: the seller may use the money, and a part of it pays off what the seller owes. The caller holds the order's row
 * and has seen that the hold is over.
 */
export async function releaseSettlement(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<void> {
  const { id: orderId, sellerId } = order;
  const { rows } = await sql<{ net: number }>`
    update settlements set state = 'released', released_at = ${order.now}
    where order_id = ${orderId} and state = 'pending_release' returning net_cents as net`.execute(tx);
  const netCents = rows[0]?.net;
  if (netCents === undefined) return;
  const { rules } = await currentRules(ctx.db, tx);
  const debtCents = debtPart(netCents, await holdDebt(tx, sellerId), rules.withdrawal);
  if (netCents > 0)
    await credit(tx, sellerId, () => post(tx, released({ orderId, sellerId, netCents, debtCents })));
  await record(tx, happening('settlement.released', order, null, { netCents, debtCents }));
}
