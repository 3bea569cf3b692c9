import type { Body, Reply } from '#contract/endpoint.ts';
import type {
  cancelSale as cancelEndpoint,
  confirmOrder as moveEndpoint,
  deliverOrder as deliverEndpoint,
} from '#contract/orders/orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { autoConfirmAt, lateCancelAt, possibleMoves } from '#domain/orders/orders.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { cancelPaid, closeUnpaid, conclude } from './closing.ts';
import type { Closed } from './closing.ts';
import { openDeliveryData } from './delivery/data.ts';
import { bringProof } from './delivery/proof.ts';
import { decideMove, happening, lockOrder, moveOrder, refuseMove } from './moves.ts';
import type { LockedOrder } from './moves.ts';

type Moved = Reply<typeof moveEndpoint>;

/** The part of an order that a reply to its mover shows. */
export function moved({ hash, state }: LockedOrder): Moved {
  return { hash, state };
}

/** P05: the buyer gives up an unpaid order. */
export async function abandonOrder(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<Closed> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  return closeUnpaid(ctx, tx, order, 'abandon', { actor, viewer });
}

/** P10: the buyer takes a paid order back before the seller began. */
export async function withdrawPurchase(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<Closed> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  return cancelPaid(ctx, tx, order, 'withdraw_purchase', { actor, viewer });
}

/** P11: the seller cancels; it counts against the seller. */
export async function cancelSale(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string } & Body<typeof cancelEndpoint>,
): Promise<Closed> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  return cancelPaid(ctx, tx, order, 'cancel_sale', { actor, viewer, reason: input.reason });
}

/** P17: the buyer confirms and the money is settled. */
export async function confirmOrder(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<Closed> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  return conclude(ctx, tx, order, 'confirm', { actor, viewer });
}

/** P09: the seller begins a manual delivery, which opens the buyer's data for it; from now on the buyer can't simply withdraw. */
export async function startDelivery(ctx: Ctx, tx: Tx, viewer: Viewer, hash: string): Promise<LockedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  if (!possibleMoves(order, actor).includes('start_delivery')) await refuseMove(tx, order, actor);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const opened = await openDeliveryData(tx, order);
  return moveOrder(tx, order, {
    events: ['start_delivery'],
    actor,
    actorId: viewer.id,
    due: { at: lateCancelAt(order.paidAt!, order.promisedHours, timers), event: 'cancel_late' },
    happenings: (started) => [
      happening('order.started', started, viewer),
      ...(opened ? [happening('order.delivery_data_opened', started, viewer)] : []),
    ],
  });
}

/** P13: the seller delivers, saying how and with the proof that the order asks for; the confirmation clock starts. */
export async function deliverOrder(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string } & Body<typeof deliverEndpoint>,
): Promise<LockedOrder> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  await decideMove(tx, order, 'deliver', actor);
  await bringProof(tx, order, input.fileIds ?? []);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const at = autoConfirmAt({ type: 'manual', deliveredAt: order.now, revealedAt: null }, timers);
  return moveOrder(tx, order, {
    events: ['deliver'],
    actor,
    actorId: viewer.id,
    due: { at, event: 'confirm_by_time' },
    note: input.note,
    happenings: (delivered) => [happening('order.delivered', delivered, viewer)],
  });
}
