import type { OrderPendingResponse } from '#contract/orders/parts.ts';
import type { OrderProgress } from '#domain/orders/pending-response.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { orderProgress } from '#domain/orders/progress.ts';
import { orderLabels } from '#web/labels.ts';
import type { StateLabel } from '#web/labels.ts';

/** Labels of what is in progress; once a complaint is decided the order shows its complaint's state. */
const progressLabels: Record<OrderProgress, StateLabel> = {
  cancellation: { label: 'Cancelamento solicitado', tone: 'warning' },
  regret: { label: 'Desistência em análise', tone: 'warning' },
  return: { label: 'Em devolução', tone: 'warning' },
  analysis: { label: 'Pagamento em análise', tone: 'warning' },
  decided: { label: 'Reclamação decidida', tone: 'success' },
  appealed: { label: 'Reclamação em recurso', tone: 'info' },
  refund: { label: 'Em reembolso', tone: 'plum' },
};

/** The badge of an order for its two sides: what is in progress in it comes before its state (design §1.7). */
export function orderBadge(
  state: OrderState,
  facts: { waits: OrderPendingResponse | null; refund: object | null },
): StateLabel {
  return staffOrderBadge({ state, underWay: orderProgress(state, facts) });
}

/** The same badge for staff, whose data already say what is in progress. */
export function staffOrderBadge({
  state,
  underWay,
}: {
  state: OrderState;
  underWay: OrderProgress | null;
}): StateLabel {
  return underWay ? progressLabels[underWay] : orderLabels[state];
}
