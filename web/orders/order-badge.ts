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

/** The word for an order as its two sides see it: what is under way in it comes before its state (design §1.7). */
export function orderBadge(
  state: OrderState,
  { waits, refund }: { waits: OrderWait | null; refund: object | null },
): Words {
  if (waits?.for === 'cancellation') return cancellationAsked;
  if (waits?.for === 'regret') return regretted;
  if (waits?.for === 'analysis') return inAnalysis;
  // Past the decision an order says what its case says (`complaintStateWords`).
  if (waits?.for === 'appeal') return decided;
  if (waits && /^(rejoinder|second_appeal|judgement)$/.test(waits.for)) return appealed;
  if (refund && (state === 'refunded' || state === 'cancelled')) return givingBack;
  return orderWords[state];
}
