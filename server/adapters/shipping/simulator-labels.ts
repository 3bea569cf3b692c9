import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import { stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import type { Cents } from '#domain/money.ts';
import type { CarrierEvent, CarrierEventKind } from '#domain/shipping/shipments.ts';
import { postalCheckDigit } from '#domain/shipping/tracking-codes.ts';
import { refusal } from '#server/adapters/payments/failures.ts';
import type { BoughtLabel, LabelRequest, TrackedLabel } from './shipping-provider.ts';
import { planJourney, scenarioOf, words } from './simulator-plans.ts';
import type { PlannedEvent } from './simulator-plans.ts';
import type { LabelText } from './simulator-label.ts';

/** A dearer parcel costs so much more than its quote once it is posted. */
const dearerBps = 13_000;

/** A label for /dev. */
export interface SimulatedLabel {
  labelId: string;
  reference: string;
  trackingCode: string;
  boughtAt: Date;
  cancelledAt: Date | null;
  /** The next planned event, and when it would happen. */
  next: { kind: CarrierEventKind; at: Date } | null;
}

/** Buys a label with the whole journey of its parcel, once for each reference. */
export async function buySimulatedLabel(
  db: Kysely<DB>,
  request: LabelRequest,
  quote: { priceCents: Cents; businessDays: number; serviceName: string },
): Promise<BoughtLabel> {
  const { reference, from, to, parcel } = request;
  const { rows } = await sql<{ id: string; serial: number; quoted: Cents; bought_at: Date }>`
    insert into simulator.labels (reference, service_name, from_postal_code, to_postal_code, weight_grams, quoted_cents)
    values (${reference}, ${quote.serviceName}, ${from.postalCode}, ${to.postalCode}, ${parcel.weightGrams},
      ${quote.priceCents})
    on conflict (reference) where cancelled_at is null do update set service_name = simulator.labels.service_name
    returning id, serial, quoted_cents as quoted, bought_at`.execute(db);
  const label = rows[0]!;
  const plan = planJourney({
    scenario: scenarioOf(to.postalCode),
    boughtAt: label.bought_at,
    businessDays: quote.businessDays,
    from: stateOfPostalCode(from.postalCode)!,
    to: stateOfPostalCode(to.postalCode)!,
  });
  await planEvents(db, label.id, plan);
  return { labelId: label.id, chargedCents: label.quoted, trackingCode: codeOf(label.serial) };
}

/** Stores a plan unless the label has one: a second call must not undo what happened to the first one's. */
async function planEvents(db: Kysely<DB>, labelId: string, events: readonly PlannedEvent[]): Promise<void> {
  const column = <K extends keyof PlannedEvent>(name: K) => events.map((event) => event[name]);
  await sql`insert into simulator.label_events (label_id, kind, at, reported_at, place, words)
    select ${labelId}, event.* from unnest(${column('kind')}::text[], ${column('at')}::timestamptz[],
      ${column('reportedAt')}::timestamptz[], ${column('place')}::text[], ${column('words')}::text[]) event
    where not exists (select from simulator.label_events where label_id = ${labelId})
    on conflict do nothing`.execute(db);
}

/** What the carrier has reported by now. A disordered parcel's events come backwards, and one of them twice. */
export async function trackSimulatedLabel(db: Kysely<DB>, labelId: string): Promise<TrackedLabel> {
  const { rows } = await sql<{ serial: number; quoted: Cents; to_postal_code: string; events: unknown[] }>`
    select serial, quoted_cents as quoted, to_postal_code, coalesce((select jsonb_agg(jsonb_build_object('kind', kind,
        'at', at, 'place', place, 'words', words) order by at, kind)
      from simulator.label_events where label_id = id and reported_at <= market_now()), '[]') as events
    from simulator.labels where id = ${labelId}`.execute(db);
  const label = rows[0];
  if (!label) throw refusal('simulated carrier', 404, 'unknown label');
  const scenario = scenarioOf(label.to_postal_code);
  const events = (label.events as (Omit<CarrierEvent, 'at'> & { at: string })[]).map(
    ({ kind, at, place, words: text }): CarrierEvent => ({ kind, at: new Date(at), place, words: text }),
  );
  const isDearer = scenario === 'dearer' && events.length > 0;
  return {
    trackingCode: codeOf(label.serial),
    events: scenario === 'disordered' ? [...events.toReversed(), ...events.slice(0, 1)] : events,
    chargedCents: isDearer ? Math.round((label.quoted * dearerBps) / 10_000) : label.quoted,
  };
}

/** @throws a refusal for an unknown label and for one whose parcel is posted */
export async function cancelSimulatedLabel(db: Kysely<DB>, labelId: string): Promise<void> {
  const { rows } = await sql<{ posted: boolean }>`
    with label as (
      select id, exists (select from simulator.label_events where label_id = id and reported_at <= market_now()) as posted
      from simulator.labels where id = ${labelId} for update),
    cancelled as (
      update simulator.labels set cancelled_at = coalesce(cancelled_at, market_now())
      where id in (select id from label where not posted)),
    dropped as (delete from simulator.label_events where label_id in (select id from label where not posted))
    select posted from label`.execute(db);
  if (!rows[0]) throw refusal('simulated carrier', 404, 'unknown label');
  if (rows[0].posted) throw refusal('simulated carrier', 422, 'posted already');
}

/**
 * The next planned event happens now, and later ones are as much earlier.
 * @returns what happened; null when nothing is planned
 */
export async function advanceSimulatedLabel(
  db: Kysely<DB>,
  labelId: string,
): Promise<CarrierEventKind | null> {
  const { rows } = await sql<{ kind: CarrierEventKind }>`
    with next as (
      select kind, reported_at - market_now() as ahead from simulator.label_events
      where label_id = ${labelId} and reported_at > market_now() order by reported_at, at limit 1),
    moved as (
      update simulator.label_events set at = at - ahead, reported_at = reported_at - ahead from next
      where label_id = ${labelId} and reported_at > market_now())
    select kind from next`.execute(db);
  return rows[0]?.kind ?? null;
}

/** The carrier reports this event now, whatever was planned. @returns whether there is such a label */
export async function reportSimulatedEvent(
  db: Kysely<DB>,
  labelId: string,
  kind: CarrierEventKind,
): Promise<boolean> {
  const { rows } = await sql`
    insert into simulator.label_events (label_id, kind, at, reported_at, place, words)
    select id, ${kind}, market_now(), market_now(), 'Unidade de distribuição', ${words[kind]} from simulator.labels
    where id = ${labelId} and cancelled_at is null
    on conflict do nothing returning label_id`.execute(db);
  return rows.length === 1;
}

/** The newest labels, for /dev. */
export async function listSimulatedLabels(db: Kysely<DB>, limit: number): Promise<SimulatedLabel[]> {
  const { rows } = await sql<
    Omit<SimulatedLabel, 'trackingCode' | 'next'> & {
      serial: number;
      kind: CarrierEventKind | null;
      at: Date | null;
    }
  >`
    select l.id as "labelId", l.reference, l.serial, l.bought_at as "boughtAt", l.cancelled_at as "cancelledAt", e.kind,
      e.at
    from simulator.labels l left join lateral (
      select kind, at from simulator.label_events where label_id = l.id and reported_at > market_now()
      order by reported_at, at limit 1) e on true
    order by l.bought_at desc, l.serial desc limit ${limit}`.execute(db);
  return rows.map(({ serial, kind, at, ...label }) => ({
    ...label,
    trackingCode: codeOf(serial),
    next: kind && at && { kind, at },
  }));
}

/** @throws a refusal when one of the labels is unknown or cancelled */
export async function labelTexts(db: Kysely<DB>, labelIds: readonly string[]): Promise<LabelText[]> {
  const { rows } = await sql<Omit<LabelText, 'trackingCode'> & { id: string; serial: number }>`
    select id, serial, service_name as "serviceName", from_postal_code as "fromPostalCode",
      to_postal_code as "toPostalCode", weight_grams as "weightGrams"
    from simulator.labels where id = any(${labelIds}) and cancelled_at is null`.execute(db);
  return labelIds.map((labelId) => {
    const row = rows.find(({ id }) => id === labelId);
    if (!row) throw refusal('simulated carrier', 404, 'unknown label');
    const { id: _id, serial, ...text } = row;
    return { ...text, trackingCode: codeOf(serial) };
  });
}

/** A tracking code by UPU's standard S10, with letters that no service of the Correios has. */
function codeOf(serial: number): string {
  const digits = String(serial % 100_000_000).padStart(8, '0');
  return `ZZ${digits}${postalCheckDigit(digits)}BR`;
}
