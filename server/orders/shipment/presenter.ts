import { sql } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderShipment } from '#contract/shipping/shipments.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { nextStep } from '#domain/shipping/next-steps.ts';
import { sortEvents } from '#domain/shipping/shipments.ts';
import type { CarrierEvent, CarrierEventKind, ShipmentState } from '#domain/shipping/shipments.ts';
import { carrierOf, trackingUrl } from '#domain/shipping/tracking-codes.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { addressesOfOrder } from '#server/shipping/order-addresses.ts';
import { collectionEnd } from './progress.ts';

/** A parcel as JSON built by PostgreSQL carries it. */
interface ShipmentJson {
  state: ShipmentState;
  source: string;
  carrier: string;
  serviceName: string;
  businessDays: number;
  weightGrams: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  labelId: string | null;
  trackingCode: string | null;
  postedAt: string | null;
  events: { kind: CarrierEventKind; at: string; place: string; words: string }[];
}

/** The columns of an order about its parcel or handover. */
export interface ShipmentRow {
  id: number;
  rule_version_id: number;
  state: OrderState;
  freight_cents: number;
  label_cents: number;
  pending_label_cents: number;
  paid_at: Date | null;
  promised_at: Date | null;
  closed_at: Date | null;
  now: Date;
  shipment: ShipmentJson | null;
  pickup: { sealed: string; failedTries: number } | null;
}

/** For queries with `orders o`: the parcel as a row of a list has it. */
export const rowShipment = sql`case o.delivery_type when 'shipping' then (select jsonb_build_object('state', s.state,
  'hasLabel', s.source <> 'table', 'labelReady', s.label_id is not null) from shipments s where s.order_id = o.id) end`;

/** For queries with `orders o`: the price of the site's label, which the sale pays when the parcel is posted (S06). */
export const pendingLabelCents = sql`case when o.delivery_type = 'shipping' and o.closed_at is null then coalesce((
  select s.quoted_cents from shipments s
  where s.order_id = o.id and s.source <> 'table' and s.posted_at is null), 0) else 0 end`;

/** For queries with `orders o`. */
export const shipmentColumns = sql`o.freight_cents, o.label_cents, ${pendingLabelCents} as pending_label_cents,
  case o.delivery_type when 'shipping' then (select jsonb_build_object('state', s.state, 'source', s.source,
    'carrier', s.carrier, 'serviceName', s.service_name, 'businessDays', s.business_days,
    'weightGrams', s.weight_grams, 'lengthCm', s.length_cm, 'widthCm', s.width_cm, 'heightCm', s.height_cm,
    'labelId', s.label_id, 'trackingCode', s.tracking_code, 'postedAt', s.posted_at,
    'events', (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at, 'place', e.place,
      'words', e.words)), '[]') from shipment_events e where e.order_id = o.id))
    from shipments s where s.order_id = o.id) end as shipment,
  case o.delivery_type when 'pickup' then (select jsonb_build_object('sealed', encode(k.sealed, 'hex'),
    'failedTries', k.failed_tries) from pickups k where k.order_id = o.id) end as pickup`;

/** How long after the end of an order its seller sees the buyer's address (S03). */
const addressMs = 30 * 86_400_000;

/** The parcel of an order as the viewer may see it; null for an order that is not shipped. */
export async function presentShipment(
  ctx: Ctx,
  db: Queryable,
  row: ShipmentRow,
  viewerIs: Order['viewerIs'],
): Promise<OrderShipment | null> {
  const { shipment } = row;
  if (!shipment) return null;
  const { weightGrams, lengthCm, widthCm, heightCm, trackingCode, carrier } = shipment;
  const isSide = viewerIs === 'buyer' || viewerIs === 'seller';
  const seesAddress = viewerIs === 'buyer' || (viewerIs === 'seller' && isAddressShown(row));
  const facts = shipment.events.map((event) => ({ ...event, at: new Date(event.at) }));
  const { state } = shipment;
  const collectBy = await collectionEnd(ctx, { ruleVersionId: row.rule_version_id, state, facts });
  const addresses = seesAddress ? await addressesOfOrder(ctx, db, row.id) : { to: null, from: null };
  return {
    state,
    carrier,
    serviceName: shipment.serviceName,
    freightCents: row.freight_cents,
    businessDays: shipment.businessDays,
    package: { weightGrams, lengthCm, widthCm, heightCm },
    hasLabel: shipment.source !== 'table',
    labelReady: shipment.labelId !== null,
    labelCents: viewerIs === 'buyer' ? null : row.label_cents + row.pending_label_cents,
    trackingCode,
    trackingUrl: trackingCode && trackingUrl(carrierOf(carrier), trackingCode),
    postedAt: shipment.postedAt && new Date(shipment.postedAt).toISOString(),
    promisedAt: row.promised_at && row.promised_at.toISOString(),
    collectBy: collectBy && collectBy.toISOString(),
    nextStep: isSide && row.paid_at ? nextStep(state, viewerIs) : null,
    events: newestFirst(facts),
    to: addresses.to,
    from: viewerIs === 'seller' ? addresses.from : null,
  };
}

function newestFirst(facts: readonly CarrierEvent[]): OrderShipment['events'] {
  return sortEvents(facts)
    .toReversed()
    .map((event) => ({ ...event, at: event.at.toISOString() }));
}

function isAddressShown({ paid_at: paidAt, closed_at: closedAt, now }: ShipmentRow): boolean {
  return paidAt !== null && (closedAt === null || now.getTime() < closedAt.getTime() + addressMs);
}
