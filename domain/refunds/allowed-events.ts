import { allowedEvents, nextState } from '#domain/machine.ts';
import { orderMachine } from '#domain/orders/orders.ts';
import type { OrderEvent, OrderState } from '#domain/orders/orders.ts';
import { refundMachine } from '#domain/payments/payments.ts';
import type { RefundEvent, RefundState } from '#domain/payments/payments.ts';

/** The facts of a refund that determine the events of a staff member who is permitted to decide it. */
export interface RefundFacts {
  state: RefundState;
  orderState: OrderState;
  /** The event that granting a requested refund causes on its order. */
  event: OrderEvent | null;
  /** Whether the first of two approvals is missing: an approval then only waits for the second. */
  isFirstToCome: boolean;
  /** Whether the caller approved it first, or recorded the manual Pix that a second person must confirm. */
  isFirstOfTwo: boolean;
  isClaimedByColleague: boolean;
  /** Stopped by a contestation at the bank, or by an analysis of its payment. */
  isStopped: boolean;
}

/** Exactly the events that a call of this staff member can cause now. */
export function allowedRefundEvents(facts: RefundFacts): RefundEvent[] {
  const { state, isFirstOfTwo, isClaimedByColleague, isStopped } = facts;
  if (isClaimedByColleague) return [];
  return allowedEvents(refundMachine, state, 'staff').filter((event) => {
    if (event === 'reject') return true;
    if (isFirstOfTwo) return false;
    return event === 'approve' ? isGrantable(facts) : !isStopped;
  });
}

/** An owed refund may always be granted; a requested one changes its order, whose state may no longer allow it. */
function isGrantable({ state, event, orderState, isFirstToCome }: RefundFacts): boolean {
  if (state !== 'requested' || isFirstToCome || event === null) return true;
  return 'to' in nextState(orderMachine, event, orderState, 'staff');
}
