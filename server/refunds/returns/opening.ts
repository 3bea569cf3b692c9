import { sql } from 'kysely';
import type { State } from '#domain/addresses/states.ts';
import { returnPostBy } from '#domain/shipping/clocks.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { returnReminderAt } from '#domain/shipping/returns/returns.ts';
import type { ReturnWay } from '#domain/shipping/returns/returns.ts';
import type { ShippingRules } from '#domain/shipping/settings.ts';
import { tableQuotes } from '#domain/shipping/tariffs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { rulesOf } from '#server/settings/queries.ts';

/**
 * S11: opens the return that a refund in `awaiting_return` waits for. The caller stops the sale afterwards.
 * @returns the end of the time to post it
 */
export async function openReturn(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { refundId, viewer }: { refundId: number; viewer: Viewer },
): Promise<Date> {
  const { shipping } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const postBy = returnPostBy(order.now, shipping.clocks);
  const { way, postageCents } = await wayBack(ctx, tx, order, shipping);
  await sql`insert into returns (order_id, refund_id, way, post_by, due_at, due_event, paid_by, postage_cents)
    values (${order.id}, ${refundId}, ${way}, ${postBy}, ${returnReminderAt(order.now, postBy)}, 'remind',
      ${shipping.returnFreight}, ${postageCents})`.execute(tx);
  await record(tx, orderEvent('return.opened', order, viewer, { way, until: postBy.toISOString() }));
  return postBy;
}

interface SentParcel extends Parcel {
  source: string;
  originState: State;
  destinationState: State;
}

/**
 * How the thing comes back, and what the buyer gets for posting it at a counter: the lowest price of the own table for
 * the way back, so that a dear service is posted at the buyer's own cost.
 */
async function wayBack(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  rules: ShippingRules,
): Promise<{ way: ReturnWay; postageCents: number }> {
  if (order.deliveryType === 'pickup') return { way: 'hand', postageCents: 0 };
  const { rows } = await sql<SentParcel>`
    select source, origin_state as "originState", destination_state as "destinationState",
      weight_grams as "weightGrams", length_cm as "lengthCm", width_cm as "widthCm", height_cm as "heightCm"
    from shipments where order_id = ${order.id}`.execute(tx);
  const { source, originState, destinationState, ...parcel } = rows[0]!;
  const [cheapest] = tableQuotes(destinationState, originState, parcel, rules);
  return {
    way: source !== 'table' && source === ctx.shipping?.name ? 'label' : 'own',
    postageCents: cheapest?.priceCents ?? 0,
  };
}
