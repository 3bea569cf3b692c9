import type { OrderProgress, PendingResponseKind } from './pending-response.ts';
import type { OrderState } from './orders.ts';

const progressOfResponse: Partial<Record<PendingResponseKind, OrderProgress>> = {
  cancellation: 'cancellation',
  regret: 'regret',
  analysis: 'analysis',
  appeal: 'decided',
  rejoinder: 'appealed',
  second_appeal: 'appealed',
  judgement: 'appealed',
};

/** What is under way in an order, as one side has it; null where its state says all. */
export function orderProgress(
  state: OrderState,
  { waits, refund }: { waits: { for: PendingResponseKind } | null; refund: object | null },
): OrderProgress | null {
  const givesBack = refund && (state === 'refunded' || state === 'cancelled');
  return (waits && progressOfResponse[waits.for]) ?? (givesBack ? 'refund' : null);
}
