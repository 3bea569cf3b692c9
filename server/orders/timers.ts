import type { Ctx, Tx } from '#server/context.ts';
import { cancelPaid, closeUnpaid, completeOrder, nothingToNotify } from './closing.ts';
import type { ClosedOrder } from './closing.ts';
import type { LockedOrder } from './moves.ts';
import { assumeDelivered, awaitsCarrier, loseByTime } from './shipment/timers.ts';

const bySystem = { actor: 'system', viewer: null } as const;

/** P04, P06: closes an order that was not paid in time. The caller has locked its row and checked that the time is over. */
export function closeUnpaidByTimer(ctx: Ctx, tx: Tx, order: LockedOrder): ReturnType<typeof closeUnpaid> {
  return order.state === 'payment_in_review'
    ? closeUnpaid(ctx, tx, order, 'refuse_payment', { ...bySystem, reason: 'receipt_unmatched' })
    : closeUnpaid(ctx, tx, order, 'expire', bySystem);
}

/** P04, P06, P12, P15, P18, S07, S08: runs an order's due timer. The caller has locked the order's row. */
export async function runOrderTimer(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<ClosedOrder> {
  const isShipped = order.deliveryType === 'shipping';
  switch (order.dueEvent!) {
    case 'expire':
      return closeUnpaidByTimer(ctx, tx, order);
    case 'cancel_idle':
      if (isShipped && (await awaitsCarrier(tx, order))) return { order, notifyProvider: nothingToNotify };
      return cancelPaid(ctx, tx, order, 'cancel_idle', bySystem);
    case 'cancel_late':
      return cancelPaid(ctx, tx, order, 'cancel_late', bySystem);
    case 'lose':
      if (await awaitsCarrier(tx, order)) return { order, notifyProvider: nothingToNotify };
      return loseByTime(ctx, tx, order);
    case 'assume_delivered':
      return assumeDelivered(ctx, tx, order);
    case 'confirm_by_time':
      return completeOrder(ctx, tx, order, 'confirm_by_time', bySystem);
  }
}
