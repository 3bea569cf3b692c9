import type { OrderWait } from '#contract/orders/parts.ts';
import type { OrderUnderWay } from '#domain/orders/pending-response.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { underWayIn } from '#domain/orders/progress.ts';
import { orderWords } from '#web/text.ts';
import type { Words } from '#web/text.ts';

/** Past the decision an order says what its case says (`complaintStateWords`). */
const underWayWords: Record<OrderUnderWay, Words> = {
  cancellation: { label: 'Cancelamento solicitado', tone: 'warning' },
  regret: { label: 'Desistência em análise', tone: 'warning' },
  analysis: { label: 'Pagamento em análise', tone: 'warning' },
  decided: { label: 'Reclamação decidida', tone: 'success' },
  appealed: { label: 'Reclamação em recurso', tone: 'info' },
  refund: { label: 'Em reembolso', tone: 'plum' },
};

/** The word for an order as its two sides see it: what is under way in it comes before its state (design §1.7). */
export function orderBadge(
  state: OrderState,
  facts: { waits: OrderWait | null; refund: object | null },
): Words {
  return orderBadgeOf({ state, underWay: underWayIn(state, facts) });
}

/** The same word for the team, which is told what is under way. */
export function orderBadgeOf({
  state,
  underWay,
}: {
  state: OrderState;
  underWay: OrderUnderWay | null;
}): Words {
  return underWay ? underWayWords[underWay] : orderWords[state];
}
