import type { Cents } from '#domain/money.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { liftSaleStop } from '#server/payments/sale-blocks.ts';

/**
 * N03: the guarantee fund refunds the buyer of a locked order, so the sale goes on where it was stopped.
 * @returns sends the refunds, after the commit
 */
export async function resumeAfterFund(
  tx: Tx,
  order: LockedOrder,
  { buyerCents, refundIds }: { buyerCents: Cents; refundIds: readonly number[] },
): Promise<(ctx: Ctx) => Promise<void>> {
  const goesOn = await liftSaleStop(tx, order);
  await record(tx, orderEvent('refund.paid_by_fund', order, null, { amountCents: buyerCents, goesOn }));
  return async (ctx) => {
    for (const id of refundIds) await sendRefund(ctx, id);
  };
}
