import type { Body, Reply } from '#contract/endpoint.ts';
import type {
  cancelSale as cancelEndpoint,
  confirmOrder as moveEndpoint,
  deliverOrder as deliverEndpoint,
} from '#contract/orders/orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { allowedMoves } from '#domain/orders/orders.ts';
import { autoConfirmAt, lateCancelAt } from '#domain/orders/timers.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { cancelPaid, closeUnpaid, completeOrder } from './closing.ts';
import type { ClosedOrder } from './closing.ts';
import { openDeliveryData } from './delivery/data.ts';
import { attachProof } from './delivery/proof.ts';
import { orderEvent, lockOrder, moveOrder, refuseMove } from './moves.ts';
import type { LockedOrder } from './moves.ts';
import { startSecuring } from './securing/securing.ts';

type MoveReply = Reply<typeof moveEndpoint>;

/** The reply to a command that moved the order. */
export function moveReply({ hash, state }: LockedOrder): MoveReply {
  return { hash, state };
}

/** P05: the buyer abandons an unpaid order. */
export async function abandonOrder(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<ClosedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  return closeUnpaid(ctx, tx, order, 'abandon', { actor, viewer });
}

/** P10: the buyer withdraws a paid order before the seller starts the delivery. */
export async function withdrawPurchase(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<ClosedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  return cancelPaid(ctx, tx, order, 'withdraw_purchase', { actor, viewer });
}

/** P11: the seller cancels; the cancellation counts against the seller. */
export async function cancelSale(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string } & Body<typeof cancelEndpoint>,
): Promise<ClosedOrder> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  return cancelPaid(ctx, tx, order, 'cancel_sale', { actor, viewer, reason: input.reason });
}

/** P17, S08: the buyer confirms and the money is settled; a parcel may be confirmed before its carrier reports it. */
export async function confirmOrder(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<ClosedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  const isUnreported = order.deliveryType === 'shipping' && order.state === 'in_delivery';
  const received = isUnreported && actor === 'buyer' ? await receiveParcel(tx, order, viewer) : order;
  return completeOrder(ctx, tx, received, 'confirm', { actor, viewer });
}

async function receiveParcel(tx: Tx, order: LockedOrder, viewer: Viewer): Promise<LockedOrder> {
  const moved = await moveOrder(tx, order, { events: ['receive'], actor: 'buyer', actorId: viewer.id });
  return { ...moved, deliveredAt: order.now };
}

/** P09: the seller starts a manual delivery and may read the buyer's delivery data; from now on the buyer can't withdraw alone. */
export async function startDelivery(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<LockedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  if (!allowedMoves(order, actor).includes('start_delivery')) await refuseMove(tx, order, actor);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const opened = await openDeliveryData(tx, order);
  return moveOrder(tx, order, {
    events: ['start_delivery'],
    actor,
    actorId: viewer.id,
    due: { at: lateCancelAt(order.paidAt!, order.promisedHours, timers), event: 'cancel_late' },
    happenings: (started) => [
      orderEvent('order.started', started, viewer),
      ...(opened ? [orderEvent('order.delivery_data_opened', started, viewer)] : []),
    ],
  });
}

/** P13: the seller delivers with a note and the required proof; the confirmation timer starts. */
export async function deliverOrder(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string } & Body<typeof deliverEndpoint>,
): Promise<LockedOrder> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  if (!allowedMoves(order, actor).includes('deliver')) await refuseMove(tx, order, actor);
  await attachProof(tx, order, input.fileIds ?? []);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const pauseMs = await startSecuring(tx, order, timers);
  const at = autoConfirmAt({ type: 'manual', deliveredAt: order.now, revealedAt: null, pauseMs }, timers);
  return moveOrder(tx, order, {
    events: ['deliver'],
    actor,
    actorId: viewer.id,
    due: { at, event: 'confirm_by_time' },
    note: input.note,
    happenings: (delivered) => [orderEvent('order.delivered', delivered, viewer)],
  });
}
