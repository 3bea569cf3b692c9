import type { OrderWait } from '#contract/order-parts.ts';
import type { OrderState } from '#domain/orders.ts';
import { orderWords } from '#web/text.ts';
import type { Words } from '#web/text.ts';

const cancellationAsked: Words = { label: 'Cancelamento solicitado', tone: 'warning' };
const regretted: Words = { label: 'Desistência em análise', tone: 'warning' };
const inAnalysis: Words = { label: 'Pagamento em análise', tone: 'warning' };
const givingBack: Words = { label: 'Em reembolso', tone: 'plum' };
const decided: Words = { label: 'Reclamação decidida', tone: 'success' };
const appealed: Words = { label: 'Reclamação em recurso', tone: 'info' };
/** Past the decision an order says what its case says (`complaintStateWords`). */
const afterDecision: Partial<Record<OrderWait['for'], Words>> = {
  appeal: decided,
  rejoinder: appealed,
  second_appeal: appealed,
  judgement: appealed,
};

/** The word for an order as its two sides see it: what is under way in it comes before its state (design §1.7). */
export function orderBadge(
  state: OrderState,
  { waits, refund }: { waits: OrderWait | null; refund: object | null },
): Words {
  if (waits?.for === 'cancellation') return cancellationAsked;
  if (waits?.for === 'regret') return regretted;
  if (waits?.for === 'analysis') return inAnalysis;
  const past = waits && afterDecision[waits.for];
  if (past) return past;
  if (refund && (state === 'refunded' || state === 'cancelled')) return givingBack;
  return orderWords[state];
}
