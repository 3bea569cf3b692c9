import type { OrderProgress, PendingResponseKind } from './pending-response.ts';
import type { OrderState } from './orders.ts';

const progressOfResponse: Partial<Record<PendingResponseKind, OrderProgress>> = {
  cancellation: 'cancellation',
  regret: 'regret',
  return_posting: 'return',
  return_transit: 'return',
  return_check: 'return',
  return_contest: 'return',
  analysis: 'analysis',
  appeal: 'decided',
  rejoinder: 'appealed',
  second_appeal: 'appealed',
  judgement: 'appealed',
};

/** The progress label of an order from one side's view; null when its state is shown instead. */
export function orderProgress(
  state: OrderState,
  { waits, refund }: { waits: { for: PendingResponseKind } | null; refund: object | null },
): OrderProgress | null {
  const givesBack = refund && (state === 'refunded' || state === 'cancelled');
  return (waits && progressOfResponse[waits.for]) ?? (givesBack ? 'refund' : null);
}
