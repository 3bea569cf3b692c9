import { sql } from 'kysely';
import type { SaleStop } from '#domain/sale-stops.ts';
import type { Tx } from '#server/context.ts';
import { blockSale, unblockSale } from './sale-blocks.ts';

/** A sale whose order's row the caller holds. */
type Sale = Parameters<typeof blockSale>[1];

/**
 * M7: what has just begun to stop a sale (`stop_of_sale`) stops it: its money where it is and its order's clock with the
 * time it still has. Of a sale whose money all went back already nothing is left to stop.
 */
export async function stopSale(tx: Tx, sale: Sale): Promise<void> {
  if ((await stopOf(tx, sale)) && (await isSettled(tx, sale))) await blockSale(tx, sale);
  await sql`select stop_or_start_clock(${sale.id})`.execute(tx);
}

/** What nothing stops any more goes on, unless a complaint has it: the clock with the time it still had. */
export async function goOn(tx: Tx, sale: Sale): Promise<void> {
  if (await stopOf(tx, sale)) return;
  const { rows } = await sql`select from settlements s join orders o on o.id = s.order_id
    where o.id = ${sale.id} and s.state = 'blocked' and o.state <> 'in_complaint'`.execute(tx);
  if (rows.length > 0) await unblockSale(tx, sale);
  await sql`select stop_or_start_clock(${sale.id})`.execute(tx);
}

async function stopOf(tx: Tx, { id }: Sale): Promise<SaleStop | null> {
  const { rows } = await sql<{ stop: SaleStop | null }>`select stop_of_sale(${id}) as stop`.execute(tx);
  return rows[0]!.stop;
}

async function isSettled(tx: Tx, { id }: Sale): Promise<boolean> {
  const { rows } = await sql`select from settlements where order_id = ${id} and state <> 'reversed'`.execute(
    tx,
  );
  return rows.length > 0;
}
