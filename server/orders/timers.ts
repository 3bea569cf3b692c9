import type { Ctx, Tx } from '#server/context.ts';
import { cancelPaid, closeUnpaid, conclude } from './closing.ts';
import type { Closed } from './closing.ts';
import type { LockedOrder } from './moves.ts';

const bySystem = { actor: 'system', viewer: null } as const;

/** P04, P06: nobody paid in time. The caller holds the order's row and knows that the time is over. */
export function closeInVain(ctx: Ctx, tx: Tx, order: LockedOrder): ReturnType<typeof closeUnpaid> {
  return order.state === 'payment_in_review'
    ? closeUnpaid(ctx, tx, order, 'refuse_payment', { ...bySystem, reason: 'receipt_unmatched' })
    : closeUnpaid(ctx, tx, order, 'expire', bySystem);
}

/** P04, P06, P12, P15, P18: what an order's timer does when it has come due. The caller holds the order's row. */
export function ringOrder(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<Closed> {
  switch (order.dueEvent!) {
    case 'expire':
      return closeInVain(ctx, tx, order);
    case 'cancel_idle':
      return cancelPaid(ctx, tx, order, 'cancel_idle', bySystem);
    case 'cancel_late':
      return cancelPaid(ctx, tx, order, 'cancel_late', bySystem);
    case 'confirm_by_time':
      return conclude(ctx, tx, order, 'confirm_by_time', bySystem);
  }
}
