import { autoConfirmAt, idleCancelAt } from '#domain/orders/timers.ts';
import type { DueEvent } from '#domain/orders/orders.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { startHandling } from '#server/orders/shipment/deadlines.ts';
import { rulesOf } from '#server/settings/queries.ts';

/** The timer of a paid order, and what its notices say about the delivery. */
interface AfterPayment {
  due: { at: Date; event: DueEvent };
  facts: Record<string, unknown>;
}

/** P08, P12, S07, S12: what follows a payment: the time to confirm delivered codes, to deliver, to post or to hand over. */
export async function afterPayment(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  deliveredAt: Date | null,
): Promise<AfterPayment> {
  const { deliveryType, promisedHours, now } = order;
  if (deliveryType === 'shipping' || deliveryType === 'pickup') {
    const { promised, due } = await startHandling(ctx, tx, order);
    return { due, facts: { deliveryType, until: promised.toISOString() } };
  }
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  if (!deliveredAt)
    return { due: { at: idleCancelAt(now, promisedHours, timers), event: 'cancel_idle' }, facts: {} };
  const at = autoConfirmAt({ type: 'automatic', deliveredAt, revealedAt: null }, timers);
  return { due: { at, event: 'confirm_by_time' }, facts: {} };
}
