import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import type { TrackedLabel } from '#server/adapters/shipping/shipping-provider.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import type { Sweep } from '#server/background/worker.ts';
import { recordFacts } from './facts.ts';
import { cancelLabels, checkMinutes, followLabels } from './label-sweeps.ts';
import type { DueParcel } from './label-sweeps.ts';

/** A lost parcel may be found: it is asked about twice a day for this many days (S15). */
const searchDays = 30;
const parcels = { name: 'shipments', key: 'order_id' } as const;

const followShipments = followLabels(parcels, {
  name: 'shipping.follow',
  which: sql`true`,
  apply: applyTracking,
});

const cancelShipmentLabels = cancelLabels(parcels, {
  name: 'shipping.cancel-labels',
  which: sql`state = 'cancelled'`,
});

/** Stores what the carrier says of a parcel and moves its order by it. */
export async function applyTracking(
  ctx: Ctx,
  tx: Tx,
  parcel: Pick<DueParcel, 'id' | 'due_at'>,
  tracked: TrackedLabel,
) {
  const orderId = parcel.id;
  const order = await lockById(tx, orderId);
  const { trackingCode, chargedCents } = tracked;
  await sql`update shipments set tracking_code = coalesce(${trackingCode}, tracking_code),
      charged_cents = ${chargedCents}, failed_checks = 0
    where order_id = ${orderId}`.execute(tx);
  const followed = await recordFacts(ctx, tx, order, { events: tracked.events, by: 'carrier' });
  await sql`update shipments s set next_check_at = case
        when s.state = 'cancelled' then null
        when s.next_check_at <> ${parcel.due_at}::timestamptz then s.next_check_at
        when o.state in ('paid', 'in_delivery', 'in_complaint')
          then market_now() + ${checkMinutes} * interval '1 minute'
        when s.state = 'lost' and o.closed_at > market_now() - ${searchDays} * interval '1 day'
          then market_now() + interval '12 hours' end
    from orders o where o.id = s.order_id and s.order_id = ${orderId}`.execute(tx);
  return followed;
}

async function lockById(tx: Tx, id: number): Promise<LockedOrder> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = ${id} for no key update of o`.execute(tx);
  return rows[0]!;
}

/** Makes the parcels of a carrier's notice due at once; what happened is read from the carrier itself. */
export async function recheckLabels(ctx: Ctx, labelIds: readonly string[]): Promise<void> {
  await sql`update shipments set next_check_at = market_now()
    where label_id = any(${labelIds}::text[]) and state <> 'cancelled'`.execute(ctx.db);
  await sql`update returns set next_check_at = market_now()
    where label_id = any(${labelIds}::text[]) and way = 'label' and (state = 'to_post' or posted_at is not null)`.execute(
    ctx.db,
  );
}

export const shippingSweeps: readonly Sweep[] = [followShipments, cancelShipmentLabels];
