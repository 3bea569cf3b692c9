import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '#server/context.ts';
import { saleState } from '#server/listings/states.ts';
import type { LockedOrder } from './moves.ts';

/** Puts the units that an order had reserved back on sale; a sold-out listing is published again (L07). */
export async function releaseStock(tx: Tx, order: LockedOrder): Promise<void> {
  const returned =
    order.deliveryType === 'automatic' ? sql`(select count(*) from freed)` : sql`${order.quantity}`;
  await sql`
    with freed as (
      update stock_units set state = 'available', order_id = null
      where order_id = ${order.id} and state = 'reserved' returning id)
    update listings set stock = stock + ${returned},
      state = case when state = 'sold_out' and ${returned} > 0 then ${saleState} else state end
    where id = ${order.listingId}`.execute(tx);
}

/** P07: reserves the stock of a closed order again, if the listing is still published at the same price. */
export async function reserveStockAgain(tx: Tx, order: LockedOrder): Promise<boolean> {
  const { quantity } = order;
  const { rows } = await sql<{ taken: number; reserved: number }>`
    with picked as (
      select id from stock_units where listing_id = ${order.listingId} and state = 'available'
        and order_id is null and ${order.deliveryType} = 'automatic' order by id limit ${quantity} for update skip locked),
    taken as (
      update listings set stock = stock - ${quantity},
        state = case when stock = ${quantity} then 'sold_out' else state end
      where id = ${order.listingId} and state = 'published' and stock >= ${quantity}
        and price_cents = ${order.unitPriceCents} and delivery_type = ${order.deliveryType}
        and (delivery_type = 'manual' or (select count(*) from picked) = ${quantity})
      returning id),
    reserved as (
      update stock_units set state = 'reserved', order_id = ${order.id}
      where id in (select id from picked) and exists (select from taken) returning id)
    select (select count(*) from taken)::int as taken, (select count(*) from reserved)::int as reserved`.execute(
    tx,
  );
  return rows[0]!.taken === 1;
}

/** P08: a CTE that gives the reserved codes to the buyer. */
export function deliverUnits(order: LockedOrder): RawBuilder<unknown> {
  return sql`delivered as (update stock_units set state = 'delivered' where order_id = ${order.id} and state = 'reserved'
    returning id)`;
}

/** A listing on sale, and its units. */
interface StockOffer {
  id: number;
  stock: number;
}

/**
 * Writes `state` with the last unit only, because PostgreSQL checks every constraint of a written column even when its
 * value stays the same. If the stock has shrunk to its last units meanwhile, no row matches and the next try reads it.
 */
export function takeStock({ id, stock }: StockOffer, quantity: number): RawBuilder<unknown> {
  return stock === quantity
    ? sql`stock = 0, state = 'sold_out' where id = ${id} and stock = ${quantity}`
    : sql`stock = stock - ${quantity} where id = ${id} and stock > ${quantity}`;
}

/** The limit is a subquery, so that the planner reuses one plan for all quantities: this saves a third of the time. */
export function reserveUnits(offer: StockOffer, quantity: number): RawBuilder<unknown> {
  return sql`picked as (
      select u.id from stock_units u where u.listing_id = ${offer.id} and u.state = 'available'
        and u.order_id is null and exists (select from placed)
      order by u.id limit (select ${quantity}::int) for update skip locked),
    reserved as (
      update stock_units set state = 'reserved', order_id = (select id from placed)
      where id in (select id from picked) returning id)`;
}
