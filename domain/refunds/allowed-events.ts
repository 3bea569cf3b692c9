import { allowedEvents, nextState } from '#domain/machine.ts';
import { orderMachine } from '#domain/orders/orders.ts';
import type { OrderEvent, OrderState } from '#domain/orders/orders.ts';
import { refundMachine } from '#domain/payments/payments.ts';
import type { RefundEvent, RefundState } from '#domain/payments/payments.ts';

/** What of a refund decides on what somebody of the team may do, whose role and part in it allow them to decide. */
export interface RefundFacts {
  state: RefundState;
  orderState: OrderState;
  /** What a refund that is only asked for does to its order once it is granted. */
  event: OrderEvent | null;
  /** Whether the first of two to approve it is still to come: then a yes only waits for the other. */
  isFirstToCome: boolean;
  /** Whether the one who asks approved it first, or recorded the Pix by hand that waits for its second person. */
  isFirstOfTwo: boolean;
  isHeldByColleague: boolean;
  /** By the bank, or while the team looks at its payment. */
  isStopped: boolean;
}

/** Exactly what the next call of the team would be taken for. */
export function allowedRefundEvents(facts: RefundFacts): RefundEvent[] {
  const { state, isFirstOfTwo, isHeldByColleague, isStopped } = facts;
  if (isHeldByColleague) return [];
  return allowedEvents(refundMachine, state, 'staff').filter((event) => {
    if (event === 'reject') return true;
    if (isFirstOfTwo) return false;
    return event === 'approve' ? isGrantable(facts) : !isStopped;
  });
}

/** What is owed already may leave; what is only asked for moves its order, which may have gone on meanwhile. */
function isGrantable({ state, event, orderState, isFirstToCome }: RefundFacts): boolean {
  if (state !== 'requested' || isFirstToCome || event === null) return true;
  return 'to' in nextState(orderMachine, event, orderState, 'staff');
}
