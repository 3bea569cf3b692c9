import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import type { StaffShipment } from '#contract/shipping/staff-shipments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { sortEvents } from '#domain/shipping/shipments.ts';
import { carrierOf, trackingUrl } from '#domain/shipping/tracking-codes.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Db } from '#server/context.ts';
import { newestFirst, returnEventsOf } from '#server/orders/shipment/return-presenter.ts';
import type { CarrierEventJson } from '#server/orders/shipment/return-presenter.ts';
import { maxPickupTries } from '#server/orders/shipment/handover.ts';

type Parcel = Pick<Reply<typeof getStaffOrder>, 'shipment' | 'pickup' | 'parcelBecause'>;

type ParcelRow = Omit<StaffShipment, 'package' | 'events' | 'back' | 'trackingUrl' | `${string}At`> &
  StaffShipment['package'] &
  Record<'labelCancelledAt' | 'postedAt' | 'promisedAt' | 'nextCheckAt' | 'contradictedAt', Date | null> & {
    back: (Omit<NonNullable<StaffShipment['back']>, 'events'> & { events: CarrierEventJson[] }) | null;
  };

interface EventRow extends Omit<StaffShipment['events'][number], 'at' | 'receivedAt'> {
  at: Date;
  receivedAt: Date;
}

/** The parcel or handover of an order as staff see it (S15). */
export async function readStaffParcel(
  db: Db,
  viewer: Viewer,
  { id, involved }: { id: number; involved: readonly number[] },
): Promise<Parcel> {
  const answer = can(viewer, 'correct_parcel', { involved });
  return {
    shipment: await readShipment(db, id),
    pickup: await readPickup(db, id),
    parcelBecause: answer.ok ? null : 'Este pedido é seu. Outra pessoa da equipe decide.',
  };
}

async function readShipment(db: Db, orderId: number): Promise<StaffShipment | null> {
  const { rows } = await sql<ParcelRow>`
    select s.state, s.source <> 'table' as "hasLabel", s.label_id is not null as "labelReady",
      s.label_cancelled_at as "labelCancelledAt", s.carrier, s.service_name as "serviceName",
      s.business_days as "businessDays", s.handling_days as "handlingDays", s.origin_state as "originState",
      s.destination_state as "destinationState", s.weight_grams as "weightGrams", s.length_cm as "lengthCm",
      s.width_cm as "widthCm", s.height_cm as "heightCm", s.insured_cents as "insuredCents",
      s.quoted_cents as "quotedCents", o.freight_cents as "freightCents", s.charged_cents as "chargedCents",
      s.tracking_code as "trackingCode", s.posted_at as "postedAt", o.promised_at as "promisedAt",
      s.next_check_at as "nextCheckAt", s.failed_checks as "failedChecks", s.contradicted_at as "contradictedAt",
      (select jsonb_build_object('state', t.state, 'parcelState', t.parcel_state, 'trackingCode', t.tracking_code,
        'events', ${returnEventsOf(sql`t`)}) from returns t where t.order_id = o.id order by t.id desc limit 1) as back
    from shipments s join orders o on o.id = s.order_id where s.order_id = ${orderId}`.execute(db);
  if (!rows[0]) return null;
  const { weightGrams, lengthCm, widthCm, heightCm, ...row } = rows[0];
  const { trackingCode, carrier } = row;
  return {
    ...row,
    package: { weightGrams, lengthCm, widthCm, heightCm },
    trackingUrl: trackingCode && trackingUrl(carrierOf(carrier), trackingCode),
    labelCancelledAt: iso(row.labelCancelledAt),
    postedAt: iso(row.postedAt),
    promisedAt: iso(row.promisedAt),
    nextCheckAt: iso(row.nextCheckAt),
    contradictedAt: iso(row.contradictedAt),
    events: await readEvents(db, orderId),
    back: row.back && { ...row.back, events: newestFirst(row.back.events) },
  };
}

async function readEvents(db: Db, orderId: number): Promise<StaffShipment['events']> {
  const { rows } = await sql<EventRow>`
    select kind, at, received_at as "receivedAt", place, words, reported_by as by from shipment_events
    where order_id = ${orderId}`.execute(db);
  return sortEvents(rows)
    .toReversed()
    .map(({ at, receivedAt, ...event }) => ({
      ...event,
      at: at.toISOString(),
      receivedAt: receivedAt.toISOString(),
    }));
}

async function readPickup(db: Db, orderId: number): Promise<Parcel['pickup']> {
  const { rows } = await sql<{ until: Date | null; failed: number }>`
    select o.promised_at as until, p.failed_tries as failed from pickups p join orders o on o.id = p.order_id
    where p.order_id = ${orderId}`.execute(db);
  return rows[0] ? { until: iso(rows[0].until), triesLeft: maxPickupTries - rows[0].failed } : null;
}

const iso = (at: Date | null) => at && at.toISOString();
