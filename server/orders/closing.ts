import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts.ts';
import { releaseAt } from '#domain/orders.ts';
import type { OrderActor } from '#domain/orders.ts';
import { conclude as concluded, release as released } from '#domain/postings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { post } from '#server/ledger/post.ts';
import { refundEscrow, sendRefund } from '#server/payments/refunds.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { decideMove, happening, moveOrder } from './moves.ts';
import type { LockedOrder } from './moves.ts';
import { releaseStock } from './stock.ts';

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

/** P04, P05: nothing was paid; the stock goes back on sale and the charge is cancelled at the bank. */
export async function closeUnpaid(
  tx: Tx,
  order: LockedOrder,
  event: 'expire' | 'abandon',
  { actor, viewer }: Closer,
): Promise<Closed> {
  const paymentState = event === 'expire' ? 'expired' : 'cancelled';
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    alongside: [
      sql`ended as (update payments set state = ${paymentState}
        where order_id = ${order.id} and state in ('created', 'pending'))`,
    ],
    happenings: (now) => [
      happening(event === 'expire' ? 'order.expired' : 'order.cancelled', now, viewer, { event }),
    ],
  });
  await releaseStock(tx, order);
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${order.id} and end_to_end_id is null`.execute(tx);
  return {
    order: moved,
    tell: async (ctx) => {
      for (const { reference } of rows) await ctx.payments.cancelCharge(reference);
    },
  };
}

/** P10–P12, P15: paid but not delivered; the whole price goes back to the buyer (M4) and the stock on sale. */
export async function cancelPaid(
  tx: Tx,
  order: LockedOrder,
  event: 'withdraw_purchase' | 'cancel_sale' | 'cancel_idle' | 'cancel_late',
  { actor, viewer, reason = event }: Closer & { reason?: string },
): Promise<Closed> {
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    note: reason,
    alongside: [sql`reversed as (update settlements set state = 'reversed' where order_id = ${order.id})`],
    happenings: (now) => [happening('order.cancelled', now, viewer, { event, reason })],
  });
  const refundId = await refundEscrow(tx, {
    orderId: order.id,
    paymentId: await capturedPayment(tx, order),
    amountCents: order.totalCents,
    reason: 'order_cancelled',
  });
  await releaseStock(tx, order);
  return { order: moved, tell: (ctx) => sendRefund(ctx, refundId).then(nothingToTell) };
}

/** The charge itself: money that came in besides it stands in later rows. The ledger refuses any other. */
async function capturedPayment(tx: Tx, order: LockedOrder): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from payments where order_id = ${order.id} and received_cents >= ${order.totalCents}
    order by id limit 1`.execute(tx);
  return rows[0]!.id;
}

/** P17, P18, M2: the sale is settled by the split it was born with; what is already free is released at once (M3). */
export async function conclude(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  event: 'confirm' | 'confirm_by_time',
  { actor, viewer }: Closer,
): Promise<Closed> {
  decideMove(order, event, actor);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const { totalCents, commissionCents, guaranteeCents } = order;
  const netCents = totalCents - commissionCents;
  const freeAt = releaseAt(order.now, order.deliveredAt!, timers);
  const revenueCents = commissionCents - guaranteeCents;
  const split = { totalCents, commissionCents, guaranteeCents, revenueCents, netCents };
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
  if (freeAt <= order.now) await releaseSettlement(tx, moved);
  return { order: moved, tell: nothingToTell };
}

/** M3: the seller may use the money. The caller holds the order's row and has seen that the hold is over. */
export async function releaseSettlement(tx: Tx, order: LockedOrder): Promise<void> {
  const { rows } = await sql<{ net: number }>`
    update settlements set state = 'released', released_at = ${order.now}
    where order_id = ${order.id} and state = 'pending_release' returning net_cents as net`.execute(tx);
  const netCents = rows[0]?.net;
  if (netCents === undefined) return;
  if (netCents > 0) await post(tx, released({ orderId: order.id, sellerId: order.sellerId, netCents }));
  await record(tx, happening('settlement.released', order, null, { netCents }));
}
