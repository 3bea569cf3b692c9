import { sql } from 'kysely';
import { saoPauloDay } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import type { State } from '#domain/addresses/states.ts';
import type { DueEvent } from '#domain/orders/orders.ts';
import { cancelUnpostedAt, lostAt, pickupBy, postBy, promisedOn } from '#domain/shipping/clocks.ts';
import { closedDaysOf, yearsFrom } from '#domain/shipping/state-holidays.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';

/** The timer of an order's new state. */
interface Due {
  at: Date;
  event: DueEvent;
}

/** The parts of a shipment that its deadlines depend on. */
export interface ShipmentTerms {
  originState: State;
  handlingDays: number;
  businessDays: number;
  /** Its carrier reports where it is; otherwise it counts as delivered on the promised day (S08). */
  isTracked: boolean;
}

/** The rules of an order for its shipment: numbers of its own version, holidays as they are known today. */
async function termsOf(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { originState, from }: { originState: State; from: Date },
): Promise<{ rules: Rules; closed: ClosedDays }> {
  const rules = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const { calendar } = (await currentRules(ctx.db, tx)).rules;
  return { rules, closed: closedDaysOf(originState, yearsFrom(saoPauloDay(from)), calendar) };
}

/**
 * S07, S12: the deadline of an order that was paid now, for posting or for the handover, which it stores as the
 * order's promise. Runs before the order moves, because that may be the last statement of the transaction.
 */
export async function startHandling(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
): Promise<{ promised: Date; due: Due }> {
  const { promised, due } =
    order.deliveryType === 'pickup' ? await handoverDue(ctx, tx, order) : await postingDue(ctx, tx, order);
  await sql`update orders set promised_at = ${promised} where id = ${order.id}`.execute(tx);
  return { promised, due };
}

async function handoverDue(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<{ promised: Date; due: Due }> {
  const { shipping } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const until = pickupBy(order.now, shipping.clocks);
  return { promised: until, due: { at: until, event: 'cancel_idle' } };
}

async function postingDue(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<{ promised: Date; due: Due }> {
  const { rows } = await sql<{ originState: State; handlingDays: number }>`
    select origin_state as "originState", handling_days as "handlingDays" from shipments
    where order_id = ${order.id}`.execute(tx);
  const { originState, handlingDays } = rows[0]!;
  const { rules, closed } = await termsOf(ctx, tx, order, { originState, from: order.now });
  const promised = postBy(order.now, handlingDays, closed);
  return {
    promised,
    due: { at: cancelUnpostedAt(promised, closed, rules.shipping.clocks), event: 'cancel_idle' },
  };
}

/** S07, S08: when a posted parcel should arrive, and when it counts as lost, or as delivered where no one reports. */
export async function travelDeadlines(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { terms, postedAt, newestAt }: { terms: ShipmentTerms; postedAt: Date; newestAt: Date | null },
): Promise<{ promised: Date; due: Due }> {
  const { originState, businessDays, isTracked } = terms;
  const { rules, closed } = await termsOf(ctx, tx, order, { originState, from: postedAt });
  const { clocks } = rules.shipping;
  const promised = promisedOn(postedAt, businessDays, closed, clocks);
  if (!isTracked) return { promised, due: { at: promised, event: 'assume_delivered' } };
  return { promised, due: { at: lostAt(promised, newestAt, closed, clocks), event: 'lose' } };
}
