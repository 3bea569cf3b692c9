import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { autoConfirmAt } from '#domain/orders/timers.ts';
import type { OrderEvent } from '#domain/orders/orders.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import { freightEarned, freightSpent } from '#domain/ledger/freight.ts';
import { contradictsEnd } from '#domain/shipping/contradictions.ts';
import { isReturnedForAddress } from '#domain/shipping/wrong-address.ts';
import { deliveredAt, postedAt, sortEvents, stateOf } from '#domain/shipping/shipments.ts';
import type { CarrierEvent, ShipmentState } from '#domain/shipping/shipments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { cancelPaid, nothingToNotify } from '#server/orders/closing.ts';
import type { ClosedOrder, Closer } from '#server/orders/closing.ts';
import { moveOrder, orderEvent, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { post } from '#server/ledger/post.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { travelDeadlines } from './deadlines.ts';
import { appendEvents, readEvents } from './parcel-events.ts';
import { recordProgress } from './progress.ts';
import type { ShipmentTerms } from './deadlines.ts';

/** A parcel whose order's row is locked. */
interface LockedShipment extends ShipmentTerms {
  state: ShipmentState;
  quotedCents: number;
  /** Null without a label of the platform. */
  chargedCents: number | null;
}

type Reporter = 'carrier' | 'seller' | 'system' | 'staff';

/** Who says what happened to a parcel; for staff the move of the order that they request (S15). */
export type Report =
  | { events: readonly CarrierEvent[]; by: Exclude<Reporter, 'staff'> }
  | { events: readonly CarrierEvent[]; by: 'staff'; viewer: Viewer; event: ParcelMove };

/** The forced moves of an order that say what became of its parcel. */
export type ParcelMove = 'force_delivery' | 'lose' | 'return_parcel' | 'return_for_address';

/**
 * S09: appends what happened to a parcel and moves its order by it. Late, repeated and reordered reports end in the same
 * state, because each call reads all events in the order of the carrier's time. The caller has locked the order's row.
 */
export async function recordFacts(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  report: Report,
): Promise<ClosedOrder> {
  const { events, by } = report;
  const log = { table: 'shipment_events', key: 'order_id', id: order.id } as const;
  const isNew = await appendEvents(ctx, tx, order, { log, events, by, from: order.paidAt ?? order.now });
  const facts = await readEvents(tx, log);
  const shipment = await readShipment(tx, order.id);
  const state = shipment.state === 'cancelled' ? 'cancelled' : stateOf(facts);
  if (isNew && contradictsEnd(order.state, state)) await markContradiction(tx, order);
  if (by === 'staff' && state !== parcelStates[report.event]) await refuseMove(tx, order, 'staff');
  // A cancelled label that was posted nevertheless moves no order.
  if (state === 'cancelled') return { order, notifyProvider: nothingToNotify };
  await sql`update shipments set state = ${state}, posted_at = ${postedAt(facts)}, delivered_at = ${deliveredAt(facts)}
    where order_id = ${order.id}`.execute(tx);
  return followFacts(ctx, tx, order, { shipment, facts, state, report });
}

/** What the parcel is after a move by staff; where its carrier's events say otherwise, the move is refused. */
const parcelStates: Readonly<Record<ParcelMove, ShipmentState>> = {
  force_delivery: 'delivered',
  lose: 'lost',
  return_parcel: 'returned',
  return_for_address: 'returned',
};

/** S15: what the carrier reports does not fit the end of an order or its return, which staff look at. */
export async function markContradiction(tx: Tx, { id }: LockedOrder): Promise<void> {
  await sql`update shipments set contradicted_at = coalesce(contradicted_at, market_now())
    where order_id = ${id}`.execute(tx);
}

async function readShipment(tx: Tx, orderId: number): Promise<LockedShipment> {
  const { rows } = await sql<LockedShipment>`
    select state, quoted_cents as "quotedCents", charged_cents as "chargedCents", origin_state as "originState",
      handling_days as "handlingDays", business_days as "businessDays", label_id is not null as "isTracked"
    from shipments where order_id = ${orderId} for no key update`.execute(tx);
  return rows[0]!;
}

interface Facts {
  shipment: LockedShipment;
  facts: readonly CarrierEvent[];
  state: ShipmentState;
  report: Report;
}

/** Moves the order as far as the facts say. */
async function followFacts(ctx: Ctx, tx: Tx, order: LockedOrder, given: Facts): Promise<ClosedOrder> {
  const { state, report } = given;
  let moved = order;
  if (moved.state === 'paid' && state !== 'preparing') moved = await startTravel(ctx, tx, moved, given);
  else if (moved.state === 'in_delivery') await postponeDeadline(ctx, tx, moved, given);
  if (moved.state !== 'in_delivery') return { order: moved, notifyProvider: nothingToNotify };
  if (state === 'delivered')
    return { order: await deliver(ctx, tx, moved, given), notifyProvider: nothingToNotify };
  if (state === 'lost')
    return cancelPaid(ctx, tx, moved, 'lose', { ...closerOf(report), labelBorneBy: 'platform' });
  if (state === 'returned') return endReturned(ctx, tx, moved, given);
  await recordProgress(ctx, tx, moved, { before: given.shipment.state, state, facts: given.facts });
  return { order: moved, notifyProvider: nothingToNotify };
}

const closerOf = (report: Report): Closer =>
  report.by === 'staff' ? { actor: 'staff', viewer: report.viewer } : { actor: 'system', viewer: null };

/** S07: the first fact of the carrier: the parcel is on its way, and the platform owes the carrier for its label. */
async function startTravel(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { shipment, facts, report: { by } }: Facts,
): Promise<LockedOrder> {
  const posted = postedAt(facts)!;
  const newestAt = sortEvents(facts).at(-1)!.at;
  const { promised, due } = await travelDeadlines(ctx, tx, order, {
    terms: shipment,
    postedAt: posted,
    newestAt,
  });
  const spending = await spendFreight(ctx, tx, order, shipment);
  const { spentCents } = spending;
  await sql`update orders set promised_at = ${promised}, label_cents = ${spentCents} where id = ${order.id}`.execute(
    tx,
  );
  const moved = await moveOrder(tx, order, {
    events: ['post'],
    actor: by === 'seller' ? 'seller' : 'system',
    ...(by === 'seller' && { actorId: order.sellerId }),
    at: notAfter(posted, order.now),
    due,
    alongside:
      spentCents === 0
        ? []
        : [
            sql`spent as (update settlements set net_cents = net_cents - ${spentCents} where order_id = ${order.id})`,
          ],
    ...(spending.journal && { journal: spending.journal }),
    happenings: (now) => [orderEvent('order.posted', now, null, { until: promised.toISOString() })],
  });
  return { ...moved, fee: { ...order.fee, labelCents: spentCents }, promiseAt: promised };
}

/**
 * S06: what the sale pays for a label that the platform bought: its quoted price, or what the carrier charges, by
 * setting; never more than the seller's part.
 */
async function spendFreight(ctx: Ctx, tx: Tx, order: LockedOrder, shipment: LockedShipment) {
  const { chargedCents, quotedCents } = shipment;
  if (chargedCents === null) return { spentCents: 0, journal: null };
  const { shipping } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const { netCents } = splitSale(unrefundedCents(order), order.fee);
  const wanted = shipping.freightDifference === 'platform' ? quotedCents : chargedCents;
  // Something is left for the seller, so that the escrow of a sale is never empty before its end.
  const spentCents = Math.max(Math.min(wanted, netCents - 1), 0);
  if (chargedCents === 0 && spentCents === 0) return { spentCents, journal: null };
  return { spentCents, journal: freightSpent({ orderId: order.id, chargedCents, spentCents }) };
}

/** S07: an event after the promised day starts the days of silence again. */
async function postponeDeadline(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { shipment, facts }: Facts,
): Promise<void> {
  if (order.dueEvent !== 'lose' || facts.length === 0) return;
  const { promised, due } = await travelDeadlines(ctx, tx, order, {
    terms: shipment,
    postedAt: postedAt(facts)!,
    newestAt: sortEvents(facts).at(-1)!.at,
  });
  await sql`update orders set promised_at = ${promised}, due_at = ${due.at}
    where id = ${order.id} and due_event = 'lose'`.execute(tx);
}

/** S08: the carrier's time starts the time to confirm and that to regret. */
async function deliver(ctx: Ctx, tx: Tx, order: LockedOrder, { facts, report }: Facts): Promise<LockedOrder> {
  const at = notAfter(deliveredAt(facts)!, order.now);
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const { actor, viewer } = closerOf(report);
  const event = deliveryEvents[report.by];
  const moved = await moveOrder(tx, order, {
    events: [event],
    actor,
    actorId: viewer?.id,
    at,
    due: {
      at: autoConfirmAt({ type: 'shipping', deliveredAt: at, revealedAt: null }, timers),
      event: 'confirm_by_time',
    },
    happenings: (now) => [orderEvent('order.delivered', now, viewer, { event })],
  });
  return { ...moved, deliveredAt: at };
}

/** The order's event of a delivered parcel, by who says so. A seller says only that it was posted. */
const deliveryEvents: Readonly<Record<Reporter, OrderEvent>> = {
  carrier: 'deliver_by_carrier',
  seller: 'deliver_by_carrier',
  system: 'assume_delivered',
  staff: 'force_delivery',
};

/** S10: a parcel that came back. Only through a wrong address does the buyer bear the freight. */
async function endReturned(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { facts, report }: Facts,
): Promise<ClosedOrder> {
  const { shipping } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const event =
    report.by === 'staff' && report.event === 'return_for_address' ? report.event : 'return_parcel';
  const isForAddress = event === 'return_for_address' || isReturnedForAddress(facts);
  const ending = { ...closerOf(report), reason: isForAddress ? 'returned_for_address' : 'returned' };
  if (!isForAddress)
    return cancelPaid(ctx, tx, order, event, { ...ending, labelBorneBy: shipping.returnFreight });
  return cancelPaid(ctx, tx, await keepFreight(tx, order), event, {
    ...ending,
    labelBorneBy: 'buyer',
  });
}

/** The freight of a parcel that the seller posted at their own cost is theirs. */
async function keepFreight(tx: Tx, order: LockedOrder): Promise<LockedOrder> {
  const { id: orderId, sellerId, freightCents } = order;
  if (freightCents === 0 || order.fee.labelCents) return order;
  await sql`update orders set label_cents = ${freightCents} where id = ${orderId}`.execute(tx);
  await sql`update settlements set net_cents = net_cents - ${freightCents} where order_id = ${orderId}`.execute(
    tx,
  );
  await post(tx, freightEarned({ orderId, sellerId, freightCents }));
  return { ...order, fee: { ...order.fee, labelCents: freightCents } };
}

const notAfter = (at: Date, now: Date) => (at > now ? now : at);
