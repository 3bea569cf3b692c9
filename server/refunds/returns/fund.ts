import { sql } from 'kysely';
import type { RefundDestination } from '#domain/payments/payments.ts';
import { returnFundAt } from '#domain/shipping/returns/returns.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { payFromFund } from '#server/payments/fund/payments.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { resumeAfterFund } from '#server/refunds/fund-resumption.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { payPostage } from './endings.ts';
import { lockById, moveReturn } from './store.ts';
import type { LockedReturn } from './store.ts';

/** N03: the timer of a return that staff decide, by the rules of its order. */
export async function returnFundTimer(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  contestedAt: Date,
): Promise<{ at: Date; event: 'pay_by_fund' }> {
  const { complaints } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  return { at: returnFundAt(contestedAt, order.now, complaints), event: 'pay_by_fund' };
}

/**
 * N03: staff missed the final deadline of a contested return. The guarantee fund refunds the buyer everything that the
 * return would have, with their postage, and the seller keeps the sale.
 */
export async function payReturnByFund(
  tx: Tx,
  order: LockedOrder,
  found: LockedReturn,
): Promise<ClosedOrder['notifyProvider']> {
  const { rows } = await sql<{ destination: RefundDestination }>`
    select destination from refunds where id = ${found.refundId}`.execute(tx);
  const buyerCents = unrefundedCents(order);
  const refundIds = await payFromFund(
    tx,
    order,
    { cause: 'return', returnId: found.id },
    { buyerCents, sellerCents: 0, destination: rows[0]!.destination },
  );
  await moveReturn(tx, order, found, { event: 'pay_by_fund', actor: 'system', outcome: 'fund' });
  await payPostage(tx, order, { ...found, paidBy: 'platform' });
  return resumeAfterFund(tx, order, { buyerCents, refundIds });
}

/** N03: gives a final deadline to the contested returns that staff already had when the rule came into force. */
export const setReturnFundDeadlines: Sweep = {
  name: 'returns.set-fund-deadlines',
  everyMs: 60_000,
  run: async (ctx) => {
    const { rows } = await sql<{ id: number; contestedAt: Date }>`
      select id, contested_at as "contestedAt" from returns where state = 'contested' and due_at is null
      order by contested_at limit 200`.execute(ctx.db);
    for (const row of rows) await inTransaction(ctx.db, (tx) => setFundDeadline(ctx, tx, row));
    return rows.length;
  },
};

async function setFundDeadline(
  ctx: Ctx,
  tx: Tx,
  { id, contestedAt }: { id: number; contestedAt: Date },
): Promise<void> {
  const locked = await lockById(tx, id);
  if (locked?.found.state !== 'contested') return;
  const { at, event } = await returnFundTimer(ctx, tx, locked.order, contestedAt);
  await sql`update returns set due_at = ${at}, due_event = ${event} where id = ${id} and due_at is null`.execute(
    tx,
  );
}
