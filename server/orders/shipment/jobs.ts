import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import type { ShippingProvider, TrackedLabel } from '#server/adapters/shipping/shipping-provider.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import type { Sweep } from '#server/background/worker.ts';
import { recordFacts } from './facts.ts';

/** Minutes between two questions to a carrier about one parcel, and the longest pause after failures. */
const checkMinutes = 30;
const maxPauseMinutes = 6 * 60;
/** A lost parcel may be found: it is asked about twice a day for this many days (S15). */
const searchDays = 30;
/** Parcels that one run asks about, one after the other. */
const batch = 20;

interface DueParcel {
  order_id: number;
  label_id: string;
}

/** Asks carriers what happened to the parcels whose time it is; a webhook makes a parcel due at once. */
const followShipments: Sweep = {
  name: 'shipping.follow',
  everyMs: 2_000,
  batch,
  async run(ctx) {
    const provider = ctx.shipping;
    if (!provider) return 0;
    const { rows } = await sql<DueParcel>`
      select order_id, label_id from shipments where next_check_at <= market_now() and label_id is not null
      order by next_check_at limit ${batch}`.execute(ctx.db);
    for (const parcel of rows) await followShipment(ctx, provider, parcel);
    return rows.length;
  },
};

async function followShipment(ctx: Ctx, provider: ShippingProvider, parcel: DueParcel): Promise<void> {
  const tracked = await provider.track(parcel.label_id).catch((error: unknown) => {
    ctx.log.warn({ err: error, order: parcel.order_id }, 'the carrier said nothing about a parcel');
    return null;
  });
  if (!tracked) return postponeCheck(ctx, parcel);
  const { notifyProvider } = await inTransaction(ctx.db, (tx) =>
    applyTracking(ctx, tx, parcel.order_id, tracked),
  );
  await notifyProvider(ctx);
}

/** Stores what the carrier says of a parcel and moves its order by it. */
export async function applyTracking(ctx: Ctx, tx: Tx, orderId: number, tracked: TrackedLabel) {
  const order = await lockById(tx, orderId);
  const { trackingCode, chargedCents } = tracked;
  await sql`update shipments set tracking_code = coalesce(${trackingCode}, tracking_code),
      charged_cents = ${chargedCents}, failed_checks = 0
    where order_id = ${orderId}`.execute(tx);
  const followed = await recordFacts(ctx, tx, order, { events: tracked.events, by: 'carrier' });
  await sql`update shipments s set next_check_at = case
        when s.state = 'cancelled' then null
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

async function postponeCheck(ctx: Ctx, { order_id: id }: DueParcel): Promise<void> {
  await sql`update shipments set failed_checks = least(failed_checks + 1, 1000),
      next_check_at = market_now() + least(${checkMinutes} * (failed_checks + 1), ${maxPauseMinutes}) * interval '1 minute'
    where order_id = ${id} and next_check_at is not null`.execute(ctx.db);
}

/** Cancels the labels of parcels that are not sent, so that the carrier gives the money back. */
const cancelLabels: Sweep = {
  name: 'shipping.cancel-labels',
  everyMs: 10_000,
  batch,
  async run(ctx) {
    const provider = ctx.shipping;
    if (!provider) return 0;
    const { rows } = await sql<DueParcel>`
      select order_id, label_id from shipments where state = 'cancelled' and label_id is not null
        and label_cancelled_at is null and coalesce(next_check_at, market_now()) <= market_now()
      order by order_id limit ${batch}`.execute(ctx.db);
    for (const parcel of rows) await cancelLabel(ctx, provider, parcel);
    return rows.length;
  },
};

async function cancelLabel(ctx: Ctx, provider: ShippingProvider, parcel: DueParcel): Promise<void> {
  try {
    await provider.cancel(parcel.label_id);
    await sql`update shipments set label_cancelled_at = market_now(), next_check_at = null
      where order_id = ${parcel.order_id}`.execute(ctx.db);
  } catch (error) {
    ctx.log.warn({ err: error, order: parcel.order_id }, 'a label could not be cancelled');
    await sql`update shipments set failed_checks = least(failed_checks + 1, 1000),
        next_check_at = market_now() + ${checkMinutes} * interval '1 minute'
      where order_id = ${parcel.order_id}`.execute(ctx.db);
  }
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

export const shippingSweeps: readonly Sweep[] = [followShipments, cancelLabels];
