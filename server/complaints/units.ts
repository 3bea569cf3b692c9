import { sql } from 'kysely';
import type { Queryable, Tx } from '#server/context.ts';
import type { Case } from './cases.ts';

/** The number of unsold units of a listing. */
export async function countUnits(db: Queryable, listingId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stock_units where listing_id = ${listingId} and state = 'available'
      and order_id is null`.execute(db);
  return rows[0]!.count;
}

/**
 * Gives the order other units of the same listing, even when it is not on sale; the old ones stay with the order as
 * replaced, or as invalid when that was the complaint. The new ones count as not revealed.
 * @returns false when there are too few; nothing is changed then
 */
export async function replaceUnits(tx: Tx, { order, complaint }: Case): Promise<boolean> {
  const isUnusable = complaint.reason === 'invalid_code' || complaint.reason === 'no_access';
  const old = isUnusable ? 'invalidated' : 'replaced';
  const { rows } = await sql<{ given: number }>`
    with picked as (
      select id from stock_units where listing_id = ${order.listingId} and state = 'available' and order_id is null
      order by id limit ${order.quantity} for update skip locked),
    enough as (select from picked having count(*) = ${order.quantity}),
    retired as (
      update stock_units set state = ${old} where order_id = ${order.id} and state = 'delivered'
        and exists (select from enough) returning id),
    given as (
      update stock_units set state = 'delivered', order_id = ${order.id}
      where id in (select id from picked) and exists (select from enough) returning id),
    taken as (
      update listings set stock = stock - ${order.quantity},
        state = case when state = 'published' and stock = ${order.quantity} then 'sold_out' else state end
      where id = ${order.listingId} and exists (select from enough) returning id),
    unseen as (
      update orders set revealed_at = null where id = ${order.id} and exists (select from enough) returning id)
    select count(*)::int as given from given`.execute(tx);
  return rows[0]!.given === order.quantity;
}
