import { sql } from 'kysely';
import type { SaleStop } from '#domain/payments/sale-stops.ts';
import type { Tx } from '#server/context.ts';
import { blockSale, unblockSale } from './sale-blocks.ts';

/** A sale whose order's row the caller holds. */
type Sale = Parameters<typeof blockSale>[1];

/**
 * M7: what has just begun to stop a sale (`sale_stop_reason`) stops it: its money where it is and its order's clock with the
 * time it still has. Of a sale whose money all went back already nothing is left to stop.
 */
export async function stopSale(tx: Tx, sale: Sale): Promise<void> {
  if ((await stopOf(tx, sale)) && (await isSettled(tx, sale))) await blockSale(tx, sale);
  await sql`select pause_or_resume_timer(${sale.id})`.execute(tx);
}

/**
 * What nothing stops any more goes on, unless a complaint has it: the clock with the time it still had.
 * @returns whether it does, for what both sides are told
 */
export async function goOn(tx: Tx, sale: Sale): Promise<boolean> {
  if (await stopOf(tx, sale)) return false;
  const { rows } = await sql<{ blocked: boolean; complained: boolean }>`
    select exists (select from settlements s where s.order_id = o.id and s.state = 'blocked') as blocked,
      o.state = 'in_complaint' as complained from orders o where o.id = ${sale.id}`.execute(tx);
  const { blocked, complained } = rows[0]!;
  if (blocked && !complained) await unblockSale(tx, sale);
  await sql`select pause_or_resume_timer(${sale.id})`.execute(tx);
  return !complained;
}

async function stopOf(tx: Tx, { id }: Sale): Promise<SaleStop | null> {
  const { rows } = await sql<{ stop: SaleStop | null }>`select sale_stop_reason(${id}) as stop`.execute(tx);
  return rows[0]!.stop;
}

async function isSettled(tx: Tx, { id }: Sale): Promise<boolean> {
  const { rows } = await sql`select from settlements where order_id = ${id} and state <> 'reversed'`.execute(
    tx,
  );
  return rows.length > 0;
}
