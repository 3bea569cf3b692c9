import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { SettlementState } from '#domain/orders/orders.ts';
import { block, unblock } from '#domain/ledger/postings.ts';
import type { Tx } from '#server/context.ts';
import { credit } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { holdBalance, saleMoney } from '#server/ledger/queries.ts';
import type { HeldSale } from './sale-refunds.ts';

/** A sale whose order's row the caller holds. */
type Sale = Pick<HeldSale, 'id' | 'sellerId'>;

/**
 * M7: stops the money of one sale, and only that (N02): what is still held or waits for release stays where it is and
 * its settlement is `blocked`; what was released comes back out of the seller's balance, as far as it is there. A
 * complaint and a bank that looks stop it once between them: whoever comes second finds it stopped.
 * @throws `wrong_state` when nothing was paid, or the money went back already
 */
export async function blockSale(tx: Tx, sale: Sale): Promise<void> {
  const { id: orderId, sellerId } = sale;
  const { state, netCents } = await settlementOf(tx, sale);
  if (state === 'blocked') return;
  if (state === 'reversed') fail('wrong_state', { meta: { settlement: state, allowed: [] } });
  const amountCents =
    state === 'released' ? Math.min((await holdBalance(tx, sellerId)).availableCents, netCents) : 0;
  const { rows } = await sql<{ id: number }>`
    insert into sale_blocks (order_id, from_state, amount_cents) values (${orderId}, ${state}, ${amountCents})
    returning id`.execute(tx);
  if (amountCents > 0) await post(tx, block({ blockId: rows[0]!.id, orderId, sellerId, amountCents }));
  await sql`update settlements set state = 'blocked' where order_id = ${orderId}`.execute(tx);
}

/**
 * M7, undone: the settlement goes back to where it was, and what is left blocked to the seller. The caller has
 * seen that neither a complaint nor a bank stops it any more.
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
    await credit(tx, sellerId, () => post(tx, unblock({ blockId, orderId, sellerId, amountCents })));
  await sql`update settlements set state = ${fromState} where order_id = ${orderId}`.execute(tx);
}

async function settlementOf(tx: Tx, sale: Sale): Promise<{ state: SettlementState; netCents: number }> {
  const { rows } = await sql<{ state: SettlementState; netCents: number }>`
    select state, net_cents as "netCents" from settlements where order_id = ${sale.id}`.execute(tx);
  return rows[0] ?? fail('wrong_state', { meta: { allowed: [] } });
}
