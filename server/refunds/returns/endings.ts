import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { returnFreight } from '#domain/ledger/freight.ts';
import type { OrderEvent } from '#domain/orders/orders.ts';
import type { RefundReason } from '#domain/payments/payments.ts';
import type { ReturnActor, ReturnEvent, ReturnReason } from '#domain/shipping/returns/returns.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { lockBalance } from '#server/ledger/queries.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { refundStateForAmount } from '#server/payments/refund-limits.ts';
import { liftSaleStop } from '#server/payments/sale-blocks.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { giveBack } from '#server/refunds/give-back.ts';
import { hasLabel, moveReturn } from './store.ts';
import type { LockedReturn } from './store.ts';

/**
 * S11: the whole price with the first freight goes back, as far as it has not, and the buyer's own postage. A large
 * refund is reviewed before it is sent, like each that a rule makes.
 */
export async function completeReturn(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  found: LockedReturn,
  { event, actor }: { event: ReturnEvent; actor: ReturnActor },
): Promise<ClosedOrder> {
  const { refundId } = found;
  const amountCents = unrefundedCents(order);
  const state = await refundStateForAmount(ctx, tx, { orderId: order.id, amountCents, refundId });
  await sql`update refunds set state = ${state} where id = ${refundId}`.execute(tx);
  await moveReturn(tx, order, found, { event, actor, outcome: 'full' });
  const given = await giveBack(ctx, tx, order, {
    amountCents,
    ...refundTerms[found.reason],
    by: { actor: 'system', viewer: null },
    refundId,
  });
  await payPostage(tx, order, found);
  return given;
}

/** The reason of the refund and the event of its order, by why the return was opened. */
const refundTerms = {
  regret: { reason: 'regret', event: 'regret' },
  complaint: { reason: 'complaint', event: 'refund_return' },
  agreement: { reason: 'complaint', event: 'refund_return' },
} as const satisfies Record<ReturnReason, { reason: RefundReason; event: OrderEvent }>;

/** S11: the buyer kept it, or did not post it in time: the refund ends and the sale goes on. */
export async function dropReturn(
  tx: Tx,
  order: LockedOrder,
  found: LockedReturn,
  by: { event: 'lapse'; actor: 'system' } | { event: 'cancel'; actor: 'buyer'; viewer: Viewer },
): Promise<LockedReturn> {
  const note =
    by.event === 'lapse' ? 'A devolução não foi enviada no prazo.' : 'Quem comprou ficou com a compra.';
  const dropped = await moveReturn(tx, order, found, by);
  await sql`update refunds set state = 'rejected', decision_note = ${note} where id = ${found.refundId}`.execute(
    tx,
  );
  const goesOn = await liftSaleStop(tx, order);
  const kind = by.event === 'lapse' ? 'return.lapsed' : 'return.cancelled';
  await record(tx, orderEvent(kind, order, by.event === 'cancel' ? by.viewer : null, { goesOn }));
  return dropped;
}

/** S06: pays the buyer, as balance, for a return that they posted at a counter. */
export async function payPostage(tx: Tx, order: LockedOrder, found: LockedReturn): Promise<void> {
  const { rows } = await sql<{ posted: boolean }>`
    select posted_at is not null as posted from returns where id = ${found.id}`.execute(tx);
  if (found.way === 'hand' || hasLabel(found) || !rows[0]!.posted) return;
  await payReturnFreight(tx, order, found, { to: { buyerId: order.buyerId }, cents: found.postageCents });
}

/** S06: the cost of the way back, out of the seller's balance, as the seller's debt, or out of the guarantee fund. */
export async function payReturnFreight(
  tx: Tx,
  order: LockedOrder,
  { refundId, paidBy }: LockedReturn,
  { to, cents }: { to: 'carrier' | { buyerId: number }; cents: number },
): Promise<void> {
  if (cents === 0) return;
  const { sellerId } = order;
  const byFund = paidBy === 'platform';
  const availableCents = byFund ? 0 : Math.min((await lockBalance(tx, sellerId)).availableCents, cents);
  const journal = returnFreight({
    refundId,
    sellerId,
    to,
    fundCents: byFund ? cents : 0,
    availableCents,
    recoverableCents: byFund ? 0 : cents - availableCents,
  });
  if (to === 'carrier') await post(tx, journal);
  else await creditAndCollectDebt(tx, to.buyerId, () => post(tx, journal));
}
