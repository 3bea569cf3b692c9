import type { BlockCause } from '#domain/payments/staff-blocks.ts';
import type { AnalysisReason } from '#domain/payments/analyses.ts';
import type { PaymentMethod, PaymentState } from '#domain/payments/payments.ts';
import { paymentName } from '#domain/state-names.ts';
import { paymentLabels } from '#web/labels.ts';

/** A manual payment, or one awaiting card data, has no charge being created. */
export function stateLabel({ state, method }: { state: PaymentState; method: PaymentMethod }) {
  const isAwaited = state === 'created' && (method === 'manual' || method === 'card');
  return { label: paymentName({ state, method }), tone: isAwaited ? 'warning' : paymentLabels[state].tone };
}

/** «45 s», «12 min», «3 h», «2 d». */
export function durationLabel(spanMs: number): string {
  const seconds = Math.round(spanMs / 1_000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

/** Reasons for a payment review (§4.6), visible to staff only. */
export const reviewReasonLabels: Record<AnalysisReason, string> = {
  stolen_means: 'Cartão ou conta de outra pessoa',
  taken_account: 'Conta invadida',
  own_purchase: 'Quem comprou e quem vendeu parecem ser a mesma pessoa',
  unusual_sale: 'Venda fora do comum',
  authority: 'Pedido de autoridade',
  other: 'Outro motivo',
  risk: 'Sinais de risco',
};

/** N02: why an admin blocked the money of a sale. */
export const blockCauseLabels: Record<BlockCause, string> = {
  stolen_goods: 'O produto pode não ser de quem vendeu',
  fraud: 'Suspeita de fraude',
  related_sale: 'Quem comprou e quem vendeu podem ser a mesma pessoa',
  authority: 'Pedido de uma autoridade',
  other: 'Outro motivo',
};
