import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { forcedMoveSide, amountForTwoPeopleLimit } from '#domain/staff/money-decisions.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import { autoConfirmAt } from '#domain/orders/timers.ts';
import { isMoveOf } from '#domain/orders/orders.ts';
import type { ForcedEvent } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { endAnalysisOfRefunded } from '#server/payments/analyses/commands.ts';
import { record } from '#server/events/events.ts';
import { peopleOfOrder, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';
import { closeUnpaid, completeOrder } from '#server/orders/closing.ts';
import type { ClosedOrder, Closer } from '#server/orders/closing.ts';
import { decideMove, orderEvent, moveOrder, orderColumns, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { startSecuring } from '#server/orders/securing/securing.ts';
import { reportParcel } from '#server/orders/shipment/staff/report.ts';
import { throwIfOverdue } from '#server/process/overdue.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { closeComplaint, giveBack } from '#server/refunds/give-back.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { endForced } from './end.ts';

const nothingToNotify = async () => undefined;

/**
 * P27: an admin forces a move of an order, with a reason that stays in the timeline. Above the limit, a sum over the
 * window (ADR 0075), it waits for a second admin.
 * @throws `already_requested` while another move of this order is pending
 */
export async function forceMove(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, event, reason }: { hash: string } & Body<typeof contract.forceMove>,
): Promise<{ reply: Reply<typeof contract.forceMove>; notifyProvider: ClosedOrder['notifyProvider'] }> {
  const order = await lockOrder(tx, sql`o.hash = ${hash}`);
  requirePermission(viewer, order);
  await decideForce(tx, order, event);
  const { rules } = await currentRules(ctx.db, tx);
  const id = await insert(tx, viewer, { order, event, reason });
  const sums = await weighForced(tx, viewer, order, event);
  if (amountForTwoPeopleLimit(sums, order.totalCents) > rules.refunds.forcedAloneCents) {
    await record(tx, orderEvent('order.force_asked', order, viewer, { event, reason }));
    return { reply: { hash, state: order.state, waitingId: id }, notifyProvider: nothingToNotify };
  }
  const done = await carryOutMove(ctx, tx, order, { id, event, reason, ...asStaff(viewer) });
  return { reply: { hash, state: done.order.state, waitingId: null }, notifyProvider: done.notifyProvider };
}

/** The sums of the window for the side that gets the money and for this admin; both are locked. */
function weighForced(tx: Tx, viewer: Viewer, { id }: LockedOrder, event: ForcedEvent): Promise<DecisionSums> {
  const people = peopleOfOrder(sql`${id}`, forcedMoveSide(event));
  return lockDecisionSums(tx, { kind: 'forced_move', deciderId: viewer.id, people });
}

/** P27: a second admin approves and carries out the pending move, if the order still allows it. */
export async function approveForcedMove(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<ClosedOrder> {
  const order = await lockOrder(tx, sql`o.id = (select order_id from forced_moves where id = ${id})`);
  requirePermission(viewer, order);
  const { event, reason, askedBy } = await lockPendingMove(tx, id);
  if (askedBy === viewer.id) fail('second_person_needed');
  await weighForced(tx, { ...viewer, id: askedBy }, order, event);
  await sql`update forced_moves set approved_by = ${viewer.id} where id = ${id}`.execute(tx);
  return carryOutMove(ctx, tx, order, { id, event, reason, ...asStaff(viewer) });
}

/** Cancels a pending move, by its requester or another admin; the order is unchanged. */
export async function dropForcedMove(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof contract.dropForcedMove>> {
  const order = await lockOrder(tx, sql`o.id = (select order_id from forced_moves where id = ${id})`);
  requirePermission(viewer, order);
  const { event } = await lockPendingMove(tx, id);
  await sql`update forced_moves set dropped_by = ${viewer.id}, dropped_at = market_now() where id = ${id}`.execute(
    tx,
  );
  await record(tx, orderEvent('order.force_dropped', order, viewer, { event }));
  return { hash: order.hash, state: order.state };
}

/** @throws `wrong_state` for a move that the state table does not allow, and for a refund after the end without an analysis (§4.6) */
async function decideForce(tx: Tx, order: LockedOrder, event: ForcedEvent): Promise<void> {
  await decideMove(tx, order, event, 'staff');
  if (!isMoveOf(event, order.deliveryType, order.state)) await refuseMove(tx, order, 'staff');
  if (event === 'refund_analysed' && order.stoppedBy !== 'analysis') await refuseMove(tx, order, 'staff');
}

interface PendingMove {
  event: ForcedEvent;
  reason: string;
  askedBy: number;
}

/** Locks and checks a pending move. @throws `already_decided` with who carried it out or cancelled it, and when */
async function lockPendingMove(tx: Tx, id: number): Promise<PendingMove> {
  const { rows } = await sql<PendingMove & { at: Date | null; dropped: boolean; by: string }>`
    select event, reason, asked_by as "askedBy", coalesce(done_at, dropped_at) as at, dropped_at is not null as dropped,
      (select username::text from users where id = coalesce(dropped_by, approved_by, asked_by)) as by
    from forced_moves where id = ${id} for no key update`.execute(tx);
  const { at, dropped, by, ...waiting } = rows[0]!;
  if (at)
    fail('already_decided', {
      detail: dropped ? `@${by} já retirou esta mudança.` : `@${by} já mudou a situação deste pedido.`,
      meta: { event: waiting.event, by, at: at.toISOString() },
    });
  return waiting;
}

const asStaff = (viewer: Viewer): Pick<Forced, 'viewer' | 'by'> => ({
  viewer,
  by: { actor: 'staff', viewer },
});

async function lockOrder(tx: Tx, which: ReturnType<typeof sql>): Promise<LockedOrder> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where ${which} for no key update of o`.execute(tx);
  const order = rows[0] ?? fail('not_found');
  await throwIfOverdue(tx, order.id);
  return order;
}

function requirePermission(viewer: Viewer, { buyerId, sellerId }: LockedOrder): void {
  const answer = can(viewer, 'force_order', { involved: [buyerId, sellerId] });
  if (!answer.ok) fail(answer.reason);
}

async function insert(
  tx: Tx,
  viewer: Viewer,
  { order, event, reason }: { order: LockedOrder; event: ForcedEvent; reason: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into forced_moves (order_id, event, reason, asked_by)
    values (${order.id}, ${event}, ${reason}, ${viewer.id})
    on conflict (order_id) where done_at is null and dropped_at is null do nothing returning id`.execute(tx);
  return rows[0]?.id ?? fail('already_requested');
}

interface Forced {
  id: number;
  event: ForcedEvent;
  reason: string;
  viewer: Viewer;
  by: Closer;
}

async function carryOutMove(ctx: Ctx, tx: Tx, order: LockedOrder, forced: Forced): Promise<ClosedOrder> {
  const { id, event, reason, by, viewer } = forced;
  await decideForce(tx, order, event);
  const done = await moves[event](ctx, tx, order, forced);
  if (order.state === 'in_complaint') {
    const result = event === 'force_refund' ? 'full' : 'release';
    await endForced(tx, viewer, { orderId: order.id, reason, result });
  }
  if (unrefundedCents(done.order) === 0)
    await endAnalysisOfRefunded(tx, viewer, { orderId: order.id, note: reason });
  await sql`update forced_moves set done_at = market_now() where id = ${id}`.execute(tx);
  await record(tx, orderEvent('order.forced', done.order, by.viewer, { event, reason }));
  return done;
}

const moves: Record<
  ForcedEvent,
  (ctx: Ctx, tx: Tx, order: LockedOrder, forced: Forced) => Promise<ClosedOrder>
> = {
  force_cancellation: (ctx, tx, order, forced) =>
    order.paidAt === null
      ? closeUnpaid(ctx, tx, order, 'force_cancellation', forced.by)
      : refund(ctx, tx, order, forced),
  force_refund: refund,
  refund_analysed: refund,
  force_delivery: (ctx, tx, order, forced) =>
    order.deliveryType === 'shipping'
      ? reportParcel('force_delivery')(ctx, tx, order, forced)
      : deliver(ctx, tx, order, forced),
  lose: reportParcel('lose'),
  return_parcel: reportParcel('return_parcel'),
  return_for_address: reportParcel('return_for_address'),
  force_conclusion: async (ctx, tx, order, { event, by }) => {
    if (order.state !== 'in_complaint') return completeOrder(ctx, tx, order, 'force_conclusion', by);
    await decideMove(tx, order, event, by.actor);
    return {
      order: await closeComplaint(ctx, tx, order, 'force_conclusion', by),
      notifyProvider: nothingToNotify,
    };
  },
};

function refund(ctx: Ctx, tx: Tx, order: LockedOrder, { event, reason, by }: Forced): Promise<ClosedOrder> {
  return giveBack(ctx, tx, order, {
    amountCents: unrefundedCents(order),
    reason: 'staff',
    event,
    by,
    note: reason,
  });
}

async function deliver(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { event, reason, by }: Forced,
): Promise<ClosedOrder> {
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const pauseMs = await startSecuring(tx, order, timers);
  const at = autoConfirmAt(
    { type: order.deliveryType, deliveredAt: order.now, revealedAt: null, pauseMs },
    timers,
  );
  const delivered = await moveOrder(tx, order, {
    events: [event],
    actor: by.actor,
    actorId: by.viewer?.id,
    due: { at, event: 'confirm_by_time' },
    note: reason,
    happenings: (now) => [orderEvent('order.delivered', now, by.viewer)],
  });
  return { order: delivered, notifyProvider: nothingToNotify };
}
