import { sql } from 'kysely';
import { saoPauloDay } from '#domain/business-days.ts';
import type { State } from '#domain/addresses/states.ts';
import { personChannel } from '#domain/notifications/channels.ts';
import { promisedOn } from '#domain/shipping/clocks.ts';
import { closedDaysOf, yearsFrom } from '#domain/shipping/state-holidays.ts';
import { deliveredAt, postedAt, stateOf } from '#domain/shipping/shipments.ts';
import type { CarrierEvent } from '#domain/shipping/shipments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { nothingToNotify } from '#server/orders/closing.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { completeReturn, payReturnFreight } from './endings.ts';
import { hasLabel, moveReturn } from './store.ts';
import type { LockedReturn } from './store.ts';

type Reporter = 'carrier' | 'buyer' | 'system';

/** An event later than this, by our clock, is a mistake of the carrier's clock and is read again later. */
const clockToleranceMs = 10 * 60_000;

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
  const until = order.now.getTime() + clockToleranceMs;
  const credible = events.filter(({ at }) => at >= found.openedAt && at.getTime() <= until);
  if (credible.length > 0 && (await appendEvents(tx, found, credible, by))) await updatePages(ctx, tx, order);
  const facts = await readReturnEvents(tx, found.id);
  await sql`update returns set parcel_state = ${stateOf(facts)}, posted_at = ${postedAt(facts)}
    where id = ${found.id}`.execute(tx);
  return followFacts(ctx, tx, order, { found, facts });
}

async function appendEvents(
  tx: Tx,
  { id }: LockedReturn,
  events: readonly CarrierEvent[],
  by: Reporter,
): Promise<boolean> {
  const rows = events.map(
    ({ kind, at, place, words }) =>
      sql`(${id}::bigint, ${kind}, ${at}::timestamptz, ${place.slice(0, 120)}, ${words.slice(0, 300)}, ${by})`,
  );
  const { numAffectedRows } =
    await sql`insert into return_events (return_id, kind, at, place, words, reported_by)
    values ${sql.join(rows)} on conflict on constraint return_events_once do nothing`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

async function updatePages(ctx: Ctx, tx: Tx, { buyerId, sellerId }: LockedOrder): Promise<void> {
  const channels = [personChannel(buyerId), personChannel(sellerId)];
  await ctx.realtime.publish(tx, [{ channels, event: 'news', data: {} }]);
}

async function readReturnEvents(tx: Tx, id: number): Promise<CarrierEvent[]> {
  const { rows } = await sql<CarrierEvent>`
    select kind, at, place, words from return_events where return_id = ${id}`.execute(tx);
  return rows;
}

interface Facts {
  found: LockedReturn;
  facts: readonly CarrierEvent[];
}

/**
 * Moves the return as far as the facts say: the carrier's first one refunds it, whichever it is. Of a parcel without
 * tracking the buyer says that it was posted, which refunds nothing yet.
 */
async function followFacts(ctx: Ctx, tx: Tx, order: LockedOrder, given: Facts): Promise<ClosedOrder> {
  const { found, facts } = given;
  const parcel = stateOf(facts);
  if (parcel !== 'preparing' && found.state === 'to_post') {
    await record(tx, orderEvent('return.posted', order, null));
    if (hasLabel(found)) return refundAtPosting(ctx, tx, order, found);
    await moveReturn(tx, order, found, {
      event: 'post',
      actor: 'buyer',
      due: { at: await arrivalOf(ctx, tx, order, postedAt(facts)!), event: 'arrive' },
    });
  }
  if (parcel === 'delivered' && found.state === 'posted')
    await startCheck(ctx, tx, order, { found, at: deliveredAt(facts)!, actor: 'system' });
  return { order, notifyProvider: nothingToNotify };
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

/** When a parcel on its way back should have arrived, counted like the way there with the ends exchanged. */
async function arrivalOf(ctx: Ctx, tx: Tx, order: LockedOrder, posted: Date): Promise<Date> {
  const { rows } = await sql<{ state: State; businessDays: number }>`
    select destination_state as state, business_days as "businessDays" from shipments
    where order_id = ${order.id}`.execute(tx);
  const { state, businessDays } = rows[0]!;
  const { shipping } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const { calendar } = (await currentRules(ctx.db, tx)).rules;
  const closed = closedDaysOf(state, yearsFrom(saoPauloDay(posted)), calendar);
  return promisedOn(posted, businessDays, closed, shipping.clocks);
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
