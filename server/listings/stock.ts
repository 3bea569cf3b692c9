import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { ListingRules } from '#domain/listings/rules.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { resultingState } from './states.ts';

/** SQL: how many codes of a listing can be sold. */
export const availableCodes = (listingId: number) =>
  sql`(select count(*)::int from stock_units where listing_id = ${listingId} and state = 'available' and order_id is null)`;

/** Maximum stock of a listing, codes included. */
export const maxStock = 10_000;

/**
 * Changes the stock, and the state when the stock becomes or stops being zero (L07): both in one UPDATE, because a
 * published listing without stock must not exist even for a moment.
 * @param change units to add, negative to remove
 * @returns the new stock
 * @throws `out_of_stock` when there are fewer units than to be removed, `invalid_request` beyond the maximum
 */
export async function changeStock(tx: Tx, listingId: number, change: number): Promise<number> {
  const { sell_out: sellOut, restock } = listingMachine;
  const { rows } = await sql<{ stock: number; state: ListingState; before: ListingState }>`
    with old as (select id, state, stock from listings where id = ${listingId} for update)
    update listings l set stock = old.stock + ${change}::int, updated_at = market_now(), state = case
      when old.stock + ${change}::int = 0 and old.state = any(${sellOut.from}::text[]) then ${sellOut.to}
      when old.stock + ${change}::int > 0 and old.state = any(${restock.from}::text[]) then ${resultingState(restock.to)}
      else old.state end
    from old where l.id = old.id and old.stock + ${change}::int between 0 and ${maxStock}
    returning l.stock, l.state, old.state as before`.execute(tx);
  const row = rows[0];
  if (!row && change < 0) fail('out_of_stock');
  if (!row) fail('invalid_request', { errors: { codes: 'Um anúncio pode ter até 10.000 códigos à venda.' } });
  if (row.state === 'sold_out' && row.before !== 'sold_out')
    await record(tx, { kind: 'listing.sold_out', actor: null, subject: { kind: 'listing', id: listingId } });
  return row.stock;
}

/**
 * Sets the stock after the delivery type changed: the number of available codes, or the units that the seller entered.
 * Without stock the listing is sold out in the same UPDATE (L07).
 */
export async function resetStock(tx: Tx, listingId: number, units: number | 'codes'): Promise<void> {
  const { sell_out: sellOut, restock } = listingMachine;
  const stock = units === 'codes' ? availableCodes(listingId) : sql`${units}::int`;
  await sql`update listings set stock = ${stock}, updated_at = market_now(), state = case
      when ${stock} = 0 and state = any(${sellOut.from}::text[]) then ${sellOut.to}
      when ${stock} > 0 and state = any(${restock.from}::text[]) then ${resultingState(restock.to)}
      else state end
    where id = ${listingId}`.execute(tx);
}

/** Notifies the seller once that codes are running out: with the sale that reaches the threshold. */
export async function notifyLowStock(
  tx: Tx,
  listingId: number,
  units: { left: number; taken: number },
  { lowStockUnits }: ListingRules,
): Promise<void> {
  const { left, taken } = units;
  if (left > lowStockUnits || left + taken <= lowStockUnits) return;
  await record(tx, {
    kind: 'listing.low_stock',
    actor: null,
    subject: { kind: 'listing', id: listingId },
    data: { left },
  });
}
