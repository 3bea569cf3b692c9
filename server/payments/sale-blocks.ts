import type { SaleStop } from '#domain/payments/sale-stops.ts';
import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { SettlementState } from '#domain/orders/orders.ts';
import { block, unblock } from '#domain/ledger/postings.ts';
import type { Tx } from '#server/context.ts';
import { creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { lockBalance, saleMoney } from '#server/ledger/queries.ts';
import type { LockedSale } from './sale-refunds.ts';

/** A sale whose order's row the caller has locked. */
type Sale = Pick<LockedSale, 'id' | 'sellerId'>;

/**
 * M7: blocks the money of one sale only (N02). Money in escrow or waiting for release stays where it is; released money is
 * taken back from the seller's balance as far as it suffices. The settlement becomes `blocked`. A sale is blocked once,
 * even when a complaint and a contestation both require it.
 * @throws `wrong_state` when nothing was paid, or the money was refunded already
 */
export async function blockSale(tx: Tx, sale: Sale): Promise<void> {
  const { id: orderId, sellerId } = sale;
  const { state, netCents } = await settlementOf(tx, sale);
  if (state === 'blocked') return;
  if (state === 'reversed') fail('wrong_state', { meta: { settlement: state, allowed: [] } });
  const amountCents =
    state === 'released' ? Math.min((await lockBalance(tx, sellerId)).availableCents, netCents) : 0;
  const { rows } = await sql<{ id: number }>`
    insert into sale_blocks (order_id, from_state, amount_cents) values (${orderId}, ${state}, ${amountCents})
    returning id`.execute(tx);
  if (amountCents > 0) await post(tx, block({ blockId: rows[0]!.id, orderId, sellerId, amountCents }));
  await sql`update settlements set state = 'blocked' where order_id = ${orderId}`.execute(tx);
}

/**
 * Reverses M7: the settlement returns to its former state and the remaining blocked money to the seller. The caller has
 * checked that neither a complaint nor a contestation requires the block any more.
 * @throws `wrong_state` when nothing is blocked
 */
export async function unblockSale(tx: Tx, sale: Sale): Promise<void> {
  const { id: orderId, sellerId } = sale;
  const { blockedCents: amountCents } = await saleMoney(tx, orderId);
  const { rows } = await sql<{ id: number; fromState: SettlementState }>`
    update sale_blocks set lifted_at = market_now() where order_id = ${orderId} and lifted_at is null
    returning id, from_state as "fromState"`.execute(tx);
  const { id: blockId, fromState } = rows[0] ?? fail('wrong_state', { meta: { allowed: [] } });
  if (amountCents > 0)
    await creditAndCollectDebt(tx, sellerId, () =>
      post(tx, unblock({ blockId, orderId, sellerId, amountCents })),
    );
  await sql`update settlements set state = ${fromState} where order_id = ${orderId}`.execute(tx);
}

async function settlementOf(tx: Tx, sale: Sale): Promise<{ state: SettlementState; netCents: number }> {
  const { rows } = await sql<{ state: SettlementState; netCents: number }>`
    select state, net_cents as "netCents" from settlements where order_id = ${sale.id}`.execute(tx);
  return rows[0] ?? fail('wrong_state', { meta: { allowed: [] } });
}

/**
 * M7: blocks the money and pauses the order's timer after a new stop (`sale_stop_reason`). A sale whose money was refunded
 * completely has nothing to block.
 */
export async function applySaleStop(tx: Tx, sale: Sale): Promise<void> {
  if ((await currentStop(tx, sale)) && (await hasMoney(tx, sale))) await blockSale(tx, sale);
  await sql`select pause_or_resume_timer(${sale.id})`.execute(tx);
}

/**
 * Unblocks the money and resumes the order's timer with its remaining time, unless another stop or a complaint remains.
 * @returns whether the sale continues, for the notifications of both sides
 */
export async function liftSaleStop(tx: Tx, sale: Sale): Promise<boolean> {
  if (await currentStop(tx, sale)) return false;
  const { rows } = await sql<{ blocked: boolean; complained: boolean }>`
    select exists (select from settlements s where s.order_id = o.id and s.state = 'blocked') as blocked,
      o.state = 'in_complaint' as complained from orders o where o.id = ${sale.id}`.execute(tx);
  const { blocked, complained } = rows[0]!;
  if (blocked && !complained) await unblockSale(tx, sale);
  await sql`select pause_or_resume_timer(${sale.id})`.execute(tx);
  return !complained;
}

async function currentStop(tx: Tx, { id }: Sale): Promise<SaleStop | null> {
  const { rows } = await sql<{ stop: SaleStop | null }>`select sale_stop_reason(${id}) as stop`.execute(tx);
  return rows[0]!.stop;
}

async function hasMoney(tx: Tx, { id }: Sale): Promise<boolean> {
  const { rows } = await sql`select from settlements where order_id = ${id} and state <> 'reversed'`.execute(
    tx,
  );
  return rows.length > 0;
}
