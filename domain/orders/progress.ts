import type { OrderUnderWay, OrderWaitFor } from './pending-response.ts';
import type { OrderState } from './orders.ts';

const underWayFor: Partial<Record<OrderWaitFor, OrderUnderWay>> = {
  cancellation: 'cancellation',
  regret: 'regret',
  analysis: 'analysis',
  appeal: 'decided',
  rejoinder: 'appealed',
  second_appeal: 'appealed',
  judgement: 'appealed',
};

/** What is under way in an order, as one side has it; null where its state says all. */
export function underWayIn(
  state: OrderState,
  { waits, refund }: { waits: { for: OrderWaitFor } | null; refund: object | null },
): OrderUnderWay | null {
  const givesBack = refund && (state === 'refunded' || state === 'cancelled');
  return (waits && underWayFor[waits.for]) ?? (givesBack ? 'refund' : null);
}
