import type { EventKind } from '#domain/events.ts';
import { collectBy } from '#domain/shipping/clocks.ts';
import { sortEvents } from '#domain/shipping/shipments.ts';
import type { CarrierEvent, ShipmentState } from '#domain/shipping/shipments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { rulesOf } from '#server/settings/queries.ts';

/** States in which a side of the order has to do or expect something; the carrier's other events send no notice. */
const noticed: Partial<Record<ShipmentState, EventKind>> = {
  out_for_delivery: 'order.out_for_delivery',
  awaiting_collection: 'order.awaiting_collection',
  failed: 'order.delivery_failed',
  returning: 'order.parcel_returning',
};

interface Progress {
  before: ShipmentState;
  state: ShipmentState;
  facts: readonly CarrierEvent[];
}

/** S10: both sides are notified once when a parcel on its way reaches a state in which they have to act. */
export async function recordProgress(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { before, state, facts }: Progress,
): Promise<void> {
  const kind = noticed[state];
  if (kind === undefined || before === state) return;
  const until = await collectionEnd(ctx, { ruleVersionId: order.ruleVersionId, state, facts });
  await record(tx, orderEvent(kind, order, null, until ? { until: until.toISOString() } : {}));
}

/** S10: the last day on which a parcel can be collected at the branch; null while it does not wait at one. */
export async function collectionEnd(
  ctx: Pick<Ctx, 'db'>,
  {
    ruleVersionId,
    state,
    facts,
  }: { ruleVersionId: number; state: ShipmentState; facts: readonly Pick<CarrierEvent, 'kind' | 'at'>[] },
): Promise<Date | null> {
  const arrived = sortEvents(facts).findLast(({ kind }) => kind === 'awaiting_collection');
  if (state !== 'awaiting_collection' || !arrived) return null;
  const { shipping } = await rulesOf(ctx.db, ruleVersionId);
  return collectBy(arrived.at, shipping.clocks);
}
