import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dossierBounds } from '#domain/dossiers/dossier.ts';
import type { DossierDelivery, DossierParcel, DossierSide, Listed } from '#domain/dossiers/dossier.ts';
import { sights } from '#domain/dossiers/readers.ts';
import type { Queryable } from '#server/context.ts';
import { deviceLabel } from '#server/accounts/sessions/device-label.ts';
import { iso, sha256Of } from './instants.ts';
import type { Redaction } from './redaction.ts';

interface DeliveryRow extends Pick<DossierDelivery, 'promisedAt' | 'startedAt' | 'deliveredAt' | 'pickup'> {
  note: string | null;
  noteSha256: string | null;
  sold: number | null;
  parcel: DossierParcel | null;
}

/** How the order was delivered: text, codes, files, parcel, handover and returns. */
export async function deliveryFor(
  db: Queryable,
  orderId: number,
  redaction: Redaction,
): Promise<DossierDelivery> {
  const { note, noteSha256, sold, ...row } = await readRow(db, orderId);
  const sight = sights[redaction.reader];
  return {
    ...row,
    note: noteSha256 === null ? null : { sha256: noteSha256, text: sight.deliveryText ? note : null },
    codes: sold === null ? null : { sold, reveals: await revealsOf(db, orderId, sight.networks) },
    files: await filesOf(db, orderId, redaction),
    returns: await returnsOf(db, orderId),
  };
}

async function readRow(db: Queryable, orderId: number): Promise<DeliveryRow> {
  const { rows } = await sql<DeliveryRow>`
    select ${iso('o.promised_at')} as "promisedAt", ${iso('o.started_at')} as "startedAt",
      ${iso('o.delivered_at')} as "deliveredAt", o.delivery_note as note,
      ${sha256Of(sql`o.delivery_note`)} as "noteSha256",
      case o.delivery_type when 'automatic' then o.quantity end as sold,
      (select jsonb_build_object('failedTries', p.failed_tries) from pickups p where p.order_id = o.id) as pickup,
      (select jsonb_build_object('carrier', s.carrier, 'service', s.service_name, 'trackingCode', s.tracking_code,
        'state', s.state, 'originState', s.origin_state, 'destinationState', s.destination_state,
        'weightGrams', s.weight_grams, 'postedAt', ${iso('s.posted_at')}, 'deliveredAt', ${iso('s.delivered_at')},
        'events', ${stepsOf(sql`shipment_events e where e.order_id = o.id`)})
        from shipments s where s.order_id = o.id) as parcel
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0]!;
}

/** The newest steps of a parcel, oldest first, with their number. */
function stepsOf(from: RawBuilder<unknown>): RawBuilder<Listed<unknown>> {
  return sql`(select jsonb_build_object('total', (select count(*) from ${from}), 'items',
      coalesce(jsonb_agg(jsonb_build_object('at', ${iso('x.at')}, 'kind', x.kind, 'place', x.place, 'words', x.words)
        order by x.at, x.kind), '[]'))
    from (select e.at, e.kind, e.place, e.words from ${from} order by e.at desc, e.kind desc
      limit ${dossierBounds.entries}) x)`;
}

async function revealsOf(db: Queryable, orderId: number, networks: boolean) {
  const { rows } = await sql<{ at: string; by: string; agent: string; network: string; sha256: string }>`
    select ${iso('x.at')} as at, p.username::text as by, x.user_agent as agent, x.ip as network,
      encode(x.content_hash, 'hex') as sha256
    from reveals x join users p on p.id = x.viewer_id where x.order_id = ${orderId} order by x.at, x.unit_id`.execute(
    db,
  );
  return rows.map(({ agent, network, ...reveal }) => ({
    ...reveal,
    device: deviceLabel(agent),
    network: networks ? network : null,
  }));
}

interface OpeningRow {
  at: string;
  by: DossierSide;
  network: string;
}

/** The files of the delivery, of a refusal to cancel and of a contested return, each with its newest openings. */
async function filesOf(
  db: Queryable,
  orderId: number,
  { reader, textBy }: Redaction,
): Promise<DossierDelivery['files']> {
  type Row = Omit<DossierDelivery['files'][number], 'openings' | 'by'> & { openings: OpeningRow[] };
  const { rows } = await sql<Row>`
    select f.name, f.kind, f.bytes::float8 as bytes, encode(f.content_hash, 'hex') as sha256, ${iso('f.created_at')} as at, f.proves,
      (select coalesce(jsonb_agg(jsonb_build_object('at', ${iso('v.at')}, 'by', v.viewer_is, 'network', v.ip)
        order by v.id), '[]') from (select * from delivery_file_views w where w.file_id = f.id and w.viewer_is <> 'staff'
          order by w.id desc limit ${dossierBounds.entries}) v) as openings
    from delivery_files f where f.order_id = ${orderId} and f.place is not null order by f.id`.execute(db);
  return rows.map(({ openings, ...file }) => ({
    ...file,
    name: textBy('seller', file.name),
    by: 'seller',
    openings: openings.map(({ network, ...opening }) => ({
      ...opening,
      // What staff opened is in the audit log, and would change the dossier by being read.
      network: sights[reader].networks ? network : null,
    })),
  }));
}

async function returnsOf(db: Queryable, orderId: number): Promise<DossierDelivery['returns']> {
  const { rows } = await sql<DossierDelivery['returns'][number]>`
    select t.reason, t.state, ${iso('t.opened_at')} as "openedAt", t.carrier, t.tracking_code as "trackingCode",
      ${iso('t.posted_at')} as "postedAt", ${iso('t.arrived_at')} as "arrivedAt", ${iso('t.closed_at')} as "closedAt",
      t.outcome, ${stepsOf(sql`return_events e where e.return_id = t.id`)} as events
    from returns t where t.order_id = ${orderId} order by t.id`.execute(db);
  return rows;
}
