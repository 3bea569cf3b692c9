import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { shipmentTabs } from '#contract/shipping/staff-shipments.ts';
import type { listShipments, ShipmentTab, StaffShipmentRow } from '#contract/shipping/staff-shipments.ts';
import { closedDays } from '#domain/business-days.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { silentSince } from '#domain/shipping/clocks.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { marketNow } from '#server/database/transaction.ts';
import { readPage } from '#server/lists/table.ts';
import type { Table } from '#server/lists/table.ts';
import { tabCountLimit } from '#server/lists/tabs.ts';
import { maxPickupTries } from '#server/orders/shipment/handover.ts';
import { currentRules } from '#server/settings/queries.ts';

type Asked = Query<typeof listShipments>;

/** Parcels and pickups of a tab: `id` of the order, `since` and `due`. */
type Items = Readonly<Record<ShipmentTab, RawBuilder<unknown>>>;

/** A parcel whose order has ended leaves the queue after so many days. */
const endedDays = 30;
/** A parcel at a branch is listed for the last days before it is sent back. */
const collectionNearDays = 2;

const newestAt = sql`(select max(e.at) from shipment_events e where e.order_id = s.order_id)`;
const isOpen = sql`o.state in ('in_delivery', 'in_complaint')`;

/**
 * What staff look at, by tab (S15). Parcels under way and their orders are few, and those that ended are found by the
 * index `shipments_by_state`.
 */
export async function shipmentItems(db: Queryable): Promise<Items> {
  const { rules } = await currentRules(db);
  const now = await marketNow(db);
  const silent = silentSince(now, closedDays(rules.calendar), rules.shipping.clocks);
  const parcels = sql`shipments s join orders o on o.id = s.order_id`;
  return {
    parados: sql`select o.id, ${newestAt} as since, o.due_at as due from ${parcels}
      where s.state in ('posted', 'in_transit', 'out_for_delivery') and s.label_id is not null and ${isOpen}
        and (o.promised_at < ${now} or ${newestAt} < ${silent})`,
    'nao-entregues': undelivered(parcels, now, rules),
    'nao-postados': sql`select o.id, o.promised_at as since, o.due_at as due from orders o
      where o.state = 'paid' and o.delivery_type = 'shipping' and o.promised_at < ${now}`,
    retiradas: sql`select o.id, o.paid_at as since, o.due_at as due from pickups p join orders o on o.id = p.order_id
      where p.failed_tries = ${sql.lit(maxPickupTries)} and o.state = 'paid'`,
    contradicoes: sql`select s.order_id as id, s.contradicted_at as since, null::timestamptz as due from shipments s
      where s.contradicted_at is not null`,
    devolucoes: sql`select r.order_id as id, r.contested_at as since, r.due_at as due from returns r
      where r.state = 'contested'`,
    voltando: sql`select o.id, ${newestAt} as since, o.due_at as due from ${parcels}
      where s.state in ('returning', 'returned') and ${isRecent(now)}`,
    extraviados: sql`select o.id, ${newestAt} as since, o.due_at as due from ${parcels}
      where s.state = 'lost' and ${isRecent(now)}`,
  };
}

const isRecent = (now: Date) =>
  sql`(o.closed_at is null or o.closed_at > ${now}::timestamptz - ${endedDays} * interval '1 day')`;

/** A failed attempt, or a parcel whose time at the branch ends soon; it is sent back then. */
function undelivered(parcels: RawBuilder<unknown>, now: Date, { shipping }: Rules): RawBuilder<unknown> {
  const { collectionDays } = shipping.clocks;
  const arrivedBy = sql`${now}::timestamptz - ${Math.max(collectionDays - collectionNearDays, 0)} * interval '1 day'`;
  return sql`select o.id, ${newestAt} as since, case s.state when 'awaiting_collection'
      then ${newestAt} + ${collectionDays} * interval '1 day' else o.due_at end as due from ${parcels}
    where ${isOpen} and (s.state = 'failed' or s.state = 'awaiting_collection' and ${newestAt} < ${arrivedBy})`;
}

/** The tabs whose items nothing but a person ends: their sum is the queue's number in the dashboard. */
const pendingShipmentTabs = [
  'parados',
  'retiradas',
  'contradicoes',
] as const satisfies readonly ShipmentTab[];

/** Since when each item that needs a person is in the queue, as rows of one column `since`. */
export async function pendingShipments(db: Queryable): Promise<RawBuilder<unknown>> {
  const items = await shipmentItems(db);
  return sql`select since from (${sql.join(
    pendingShipmentTabs.map((tab) => items[tab]),
    sql` union all `,
  )}) pending`;
}

interface Row {
  id: number;
  title: string;
  order_state: StaffShipmentRow['orderState'];
  buyer: string;
  seller: string;
  total_cents: number;
  parcel: StaffShipmentRow['parcel'];
  since: Date;
  due: Date | null;
  now: Date;
}

const orders: Partial<Record<ShipmentTab, string>> = {
  voltando: '-since',
  extraviados: '-since',
};

/** The queue of a tab: the oldest first, but parcels that came back or were lost the newest first. */
function queueTable(items: Items): Table<Asked, Row, StaffShipmentRow> {
  const tabOf = ({ tab = shipmentTabs[0] }: Asked) => tab;
  return {
    name: 'envios',
    columns: sql`v.title, o.state as order_state, b.username::text as buyer, u.username::text as seller, o.total_cents,
      case when s.order_id is not null then jsonb_build_object('state', s.state, 'carrier', s.carrier,
        'serviceName', s.service_name, 'trackingCode', s.tracking_code) end as parcel, t.since, t.due,
      (select market_now()) as now`,
    source: sql`(${sql.join(
      shipmentTabs.map((tab) => sql`select ${sql.lit(tab)} as tab, i.* from (${items[tab]}) i`),
      sql` union all `,
    )}) t`,
    joins: sql`join orders o on o.id = t.id join listing_versions v on v.id = o.listing_version_id
      join users b on b.id = o.buyer_id join users u on u.id = o.seller_id left join shipments s on s.order_id = t.id`,
    sorts: { since: { by: sql`t.since`, type: 'instant' } },
    defaultSort: (query) => orders[tabOf(query)] ?? 'since',
    where: (query) => [sql`t.tab = ${sql.lit(tabOf(query))}`],
    present,
  };
}

function present(row: Row): StaffShipmentRow {
  const { id, due } = row;
  return {
    id,
    code: orderCode(id),
    title: row.title,
    orderState: row.order_state,
    buyer: row.buyer,
    seller: row.seller,
    totalCents: row.total_cents,
    parcel: row.parcel,
    since: row.since.toISOString(),
    due: due && { at: due.toISOString(), late: due < row.now },
  };
}

/** A page of the queue with the number of items of each tab. */
export async function staffShipments(ctx: Ctx, query: Asked): Promise<Reply<typeof listShipments>> {
  const items = await shipmentItems(ctx.db);
  const [page, counts] = await Promise.all([
    readPage(ctx.db, queueTable(items), query),
    countItems(ctx.db, items),
  ]);
  return { ...page, counts };
}

async function countItems(db: Queryable, items: Items): Promise<Record<ShipmentTab, number>> {
  const counts = shipmentTabs.map(
    (
      tab,
    ) => sql`(select count(*)::int from (select from (${items[tab]}) i limit ${sql.lit(tabCountLimit)}) found)
      as ${sql.ref(tab)}`,
  );
  const { rows } = await sql<Record<ShipmentTab, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0]!;
}
