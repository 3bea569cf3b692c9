import type { OrderEvent } from '#domain/orders/orders.ts';
import { resumeEvents } from '#domain/orders/orders.ts';
import type { Tx } from '#server/context.ts';
import type { Closer } from '#server/orders/closing.ts';
import { orderEvent, moveOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { blockSale, unblockSale } from '#server/payments/sale-blocks.ts';

/** P16, P19, P20: the event that opens a complaint on an order, by the order's state. */
const openingEvents = {
  in_delivery: 'complain_late',
  delivered: 'complain',
  completed: 'complain_concluded',
} as const satisfies Partial<Record<LockedOrder['state'], OrderEvent>>;

/**
 * P16, P19, P20: moves the order into complaint, pauses its timer and blocks its money. The caller has checked the
 * promised time and the warranty.
 * @throws `wrong_state` when this order cannot be complained about
 */
export async function pauseForComplaint(tx: Tx, order: LockedOrder, by: Closer): Promise<LockedOrder> {
  const event = openingEvents[order.state as keyof typeof openingEvents] ?? 'complain';
  const stopped = await moveOrder(tx, order, { events: [event], actor: by.actor, actorId: by.viewer?.id });
  await blockSale(tx, order);
  return {
    ...stopped,
    stateBefore: order.state as LockedOrder['stateBefore'],
    dueEvent: null,
    stoppedEvent: order.dueEvent as LockedOrder['stoppedEvent'],
  };
}

/**
 * P21: returns the order to the state before the complaint, with the remaining time of its timer and its money unblocked,
 * unless another stop remains. For a complaint that is withdrawn or closed without a result.
 */
export async function resumeAfterComplaint(tx: Tx, order: LockedOrder, by: Closer): Promise<LockedOrder> {
  const before = order.stateBefore ?? (await refuseMove(tx, order, by.actor));
  const { stoppedEvent: event, stoppedMs } = order;
  if (!order.stoppedBy) await unblockSale(tx, order);
  return moveOrder(tx, order, {
    events: [resumeEvents[before]],
    actor: 'system',
    actorId: by.viewer?.id,
    due: event ? { at: new Date(order.now.getTime() + (stoppedMs ?? 0)), event } : undefined,
    happenings: (now) => [orderEvent('order.resumed', now, by.viewer, { stoppedBy: order.stoppedBy })],
  });
}
