import { sql } from 'kysely';
import type { State } from '#domain/addresses/states.ts';
import { contradictsReturn, openReturnStates } from '#domain/shipping/returns/returns.ts';
import { deliveredAt, postedAt, sortEvents, stateOf } from '#domain/shipping/shipments.ts';
import type { CarrierEvent } from '#domain/shipping/shipments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { nothingToNotify } from '#server/orders/closing.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { markContradiction } from '#server/orders/shipment/facts.ts';
import { appendEvents, readEvents } from '#server/orders/shipment/parcel-events.ts';
import { travelDeadlines } from '#server/orders/shipment/deadlines.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { completeReturn, payReturnFreight } from './endings.ts';
import { returnFundTimer } from './fund.ts';
import { hasLabel, moveReturn } from './store.ts';
import type { LockedReturn } from './store.ts';

type Reporter = 'carrier' | 'buyer' | 'system';

/**
 * S09, S11: appends what happened to a parcel on its way back and moves its return by it. Late, repeated and reordered
 * reports end in the same state, because each call reads all events in the order of the carrier's time. An ended return
 * keeps its parcel's events and moves no money.
 */
export async function recordReturnFacts(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { found, events, by }: { found: LockedReturn; events: readonly CarrierEvent[]; by: Reporter },
): Promise<ClosedOrder> {
  const log = { table: 'return_events', key: 'return_id', id: found.id } as const;
  const isNew = await appendEvents(ctx, tx, order, { log, events, by, from: found.openedAt });
  const facts = await readEvents(tx, log);
  const parcel = stateOf(facts);
  const isEnded = !openReturnStates.includes(found.state);
  if (isNew && isEnded && contradictsReturn(found, parcel)) await markContradiction(tx, order);
  await sql`update returns set parcel_state = ${parcel}, posted_at = ${postedAt(facts)}
    where id = ${found.id}`.execute(tx);
  return followFacts(ctx, tx, order, { found, facts, by });
}

interface Facts {
  found: LockedReturn;
  facts: readonly CarrierEvent[];
  by: Reporter;
}

/**
 * Moves the return as far as the facts say: the carrier's first one refunds a regret, whichever it is. Of a parcel without
 * tracking the buyer says that it was posted, which refunds nothing yet.
 */
async function followFacts(ctx: Ctx, tx: Tx, order: LockedOrder, given: Facts): Promise<ClosedOrder> {
  const { facts, by } = given;
  const parcel = stateOf(facts);
  let { found } = given;
  if (parcel !== 'preparing' && found.state === 'to_post') {
    await record(tx, orderEvent('return.posted', order, null));
    if (hasLabel(found) && found.reason === 'regret') return refundAtPosting(ctx, tx, order, found);
    found = await startWayBack(ctx, tx, order, given);
  } else if (found.dueEvent === 'lose') await postponeLoss(ctx, tx, order, given);
  if (parcel === 'delivered' && found.state === 'posted')
    await startCheck(ctx, tx, order, { found, at: deliveredAt(facts)!, actor: 'system' });
  if (parcel === 'lost' && found.state === 'posted')
    return completeReturn(ctx, tx, order, found, {
      event: 'lose',
      actor: by === 'carrier' ? 'carrier' : 'system',
    });
  if (parcel === 'returned' && (found.state === 'posted' || found.state === 'checking'))
    await bounce(ctx, tx, order, found);
  return { order, notifyProvider: nothingToNotify };
}

/** S11: it is on its way. Without a label the buyer says so; the label of a complaint's return is owed to its carrier. */
async function startWayBack(ctx: Ctx, tx: Tx, order: LockedOrder, given: Facts): Promise<LockedReturn> {
  const { found } = given;
  const isLabelled = hasLabel(found);
  const moved = await moveReturn(tx, order, found, {
    event: 'post',
    actor: isLabelled ? 'carrier' : 'buyer',
    due: await wayBackDue(ctx, tx, order, given),
  });
  if (isLabelled) await payReturnFreight(tx, order, found, { to: 'carrier', cents: found.chargedCents ?? 0 });
  return moved;
}

/** S07: an event after the day on which it should have arrived starts the days of silence again. */
async function postponeLoss(ctx: Ctx, tx: Tx, order: LockedOrder, given: Facts): Promise<void> {
  const { at } = await wayBackDue(ctx, tx, order, given);
  await sql`update returns set due_at = ${at} where id = ${given.found.id}`.execute(tx);
}

/** S11: the parcel is with the buyer again, so staff decide what is owed. */
async function bounce(ctx: Ctx, tx: Tx, order: LockedOrder, found: LockedReturn): Promise<void> {
  await moveReturn(tx, order, found, {
    event: 'bounce',
    actor: 'carrier',
    due: await returnFundTimer(ctx, tx, order, order.now),
    also: [sql`contested_at = ${order.now}`],
  });
  await sql`update refunds set state = 'requested' where id = ${found.refundId}`.execute(tx);
  await record(tx, orderEvent('return.bounced', order, null));
}

/** S06, S11: the label is owed to its carrier, and the price with the first freight goes back. */
async function refundAtPosting(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  found: LockedReturn,
): Promise<ClosedOrder> {
  const given = await completeReturn(ctx, tx, order, found, { event: 'refund_at_posting', actor: 'carrier' });
  await payReturnFreight(tx, order, found, { to: 'carrier', cents: found.chargedCents ?? 0 });
  return given;
}

/**
 * When a parcel on its way back should have arrived, counted like the way there with the ends exchanged, or, with a carrier
 * that is asked, when it counts as lost.
 */
async function wayBackDue(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { found, facts }: Facts,
): Promise<{ at: Date; event: 'arrive' | 'lose' }> {
  const { rows } = await sql<{ originState: State; businessDays: number }>`
    select destination_state as "originState", business_days as "businessDays" from shipments
    where order_id = ${order.id}`.execute(tx);
  const { due } = await travelDeadlines(ctx, tx, order, {
    terms: { ...rows[0]!, handlingDays: 0, isTracked: hasLabel(found) },
    postedAt: postedAt(facts)!,
    newestAt: sortEvents(facts).at(-1)!.at,
  });
  return { at: due.at, event: due.event === 'lose' ? 'lose' : 'arrive' };
}

/** S11: from then on the seller has 48 hours to look. */
export async function startCheck(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { found, at, actor }: { found: LockedReturn; at: Date; actor: 'system' | 'buyer' },
): Promise<LockedReturn> {
  const { shipping } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const until = new Date(at.getTime() + shipping.clocks.returnCheckMs);
  const moved = await moveReturn(tx, order, found, {
    event: actor === 'buyer' ? 'hand_back' : 'arrive',
    actor,
    due: { at: until, event: 'accept_by_time' },
    also: [sql`arrived_at = ${at}`],
  });
  await record(tx, orderEvent('return.arrived', order, null, { way: found.way, until: until.toISOString() }));
  return moved;
}
