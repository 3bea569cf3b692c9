import { sql } from 'kysely';
import { personChannel } from '#domain/notifications/channels.ts';
import type { CarrierEvent } from '#domain/shipping/shipments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/** An event later than this, by our clock, is a mistake of the carrier's clock and is read again later. */
const clockToleranceMs = 10 * 60_000;

/** Where the events of a parcel are stored: on its way there by its order, on its way back by its return. */
export interface ParcelLog {
  table: 'shipment_events' | 'return_events';
  key: 'order_id' | 'return_id';
  id: number;
}

interface Report {
  log: ParcelLog;
  events: readonly CarrierEvent[];
  by: 'carrier' | 'seller' | 'buyer' | 'system' | 'staff';
  /** Nothing happened to the parcel before. */
  from: Date;
}

/**
 * S09: appends what was not known of a parcel. The open pages of both sides request it again, because most events of a
 * carrier send no notice.
 * @returns whether something was new
 */
export async function appendEvents(
  ctx: Ctx,
  tx: Tx,
  { now, buyerId, sellerId }: LockedOrder,
  { log: { table, key, id }, events, by, from }: Report,
): Promise<boolean> {
  const until = now.getTime() + clockToleranceMs;
  const rows = events
    .filter(({ at }) => at >= from && at.getTime() <= until)
    .map(
      ({ kind, at, place, words }) =>
        sql`(${id}::bigint, ${kind}, ${at}::timestamptz, ${place.slice(0, 120)}, ${words.slice(0, 300)}, ${by})`,
    );
  if (rows.length === 0) return false;
  const { numAffectedRows } =
    await sql`insert into ${sql.table(table)} (${sql.ref(key)}, kind, at, place, words, reported_by)
    values ${sql.join(rows)} on conflict on constraint ${sql.ref(`${table}_once`)} do nothing`.execute(tx);
  if (!numAffectedRows) return false;
  const channels = [personChannel(buyerId), personChannel(sellerId)];
  await ctx.realtime.publish(tx, [{ channels, event: 'news', data: {} }]);
  return true;
}

/** The events of a parcel, unsorted. */
export async function readEvents(tx: Tx, { table, key, id }: ParcelLog): Promise<CarrierEvent[]> {
  const { rows } = await sql<CarrierEvent>`
    select kind, at, place, words from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(tx);
  return rows;
}
