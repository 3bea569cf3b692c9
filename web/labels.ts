import type { AccountState } from '#domain/accounts/accounts.ts';
import type { ListingState, ReviewReason } from '#domain/listings/listings.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { orderEventNames } from '#domain/orders/event-names.ts';
import type { PaymentState, RefundState } from '#domain/payments/payments.ts';
import type { VerificationLevel } from '#domain/accounts/verification.ts';
import type { QuestionState } from '#domain/community/questions.ts';
import type { ReportReason } from '#domain/community/reports.ts';
import { accountNames, listingNames, orderNames, paymentNames } from '#domain/state-names.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';

/** Tones of a status badge (design §1.7). */
export type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger' | 'plum';

export interface StateLabel {
  label: string;
  tone: Tone;
}

/** Labels of every state. Exhaustive: a state without a label does not compile. */
export const orderLabels: Record<OrderState, StateLabel> = {
  awaiting_payment: { label: orderNames.awaiting_payment, tone: 'warning' },
  payment_in_review: { label: orderNames.payment_in_review, tone: 'info' },
  paid: { label: orderNames.paid, tone: 'info' },
  in_delivery: { label: orderNames.in_delivery, tone: 'brand' },
  delivered: { label: orderNames.delivered, tone: 'plum' },
  in_complaint: { label: orderNames.in_complaint, tone: 'danger' },
  completed: { label: orderNames.completed, tone: 'success' },
  refunded: { label: orderNames.refunded, tone: 'neutral' },
  cancelled: { label: orderNames.cancelled, tone: 'neutral' },
  expired: { label: orderNames.expired, tone: 'neutral' },
};

export const orderEventLabels = orderEventNames;

export const cancelReasonLabels: Record<'no_stock' | 'cannot_deliver' | 'buyer_asked' | 'other', string> = {
  no_stock: 'Não tenho mais o item',
  cannot_deliver: 'Não consigo entregar',
  buyer_asked: 'Quem comprou pediu',
  other: 'Outro motivo',
};

export const listingLabels: Record<ListingState, StateLabel> = {
  draft: { label: listingNames.draft, tone: 'neutral' },
  in_triage: { label: listingNames.in_triage, tone: 'info' },
  in_review: { label: listingNames.in_review, tone: 'info' },
  changes_requested: { label: listingNames.changes_requested, tone: 'warning' },
  published: { label: listingNames.published, tone: 'success' },
  paused: { label: listingNames.paused, tone: 'neutral' },
  sold_out: { label: listingNames.sold_out, tone: 'plum' },
  expired: { label: listingNames.expired, tone: 'neutral' },
  rejected: { label: listingNames.rejected, tone: 'danger' },
  suspended: { label: listingNames.suspended, tone: 'danger' },
  removed: { label: listingNames.removed, tone: 'neutral' },
};

export const questionLabels: Record<QuestionState, StateLabel> = {
  pending: { label: 'Aguardando resposta', tone: 'warning' },
  answered: { label: 'Respondida', tone: 'success' },
  hidden: { label: 'Oculta', tone: 'danger' },
  withdrawn: { label: 'Retirada', tone: 'neutral' },
  closed: { label: 'Encerrada', tone: 'neutral' },
};

export const reportReasonLabels: Record<ReportReason, string> = {
  fraud: 'Parece golpe ou fraude',
  forbidden_item: 'Item proibido',
  counterfeit: 'Produto falso ou roubado',
  outside_deal: 'Quer negociar fora do site',
  offensive: 'Ofensa, ódio ou assédio',
  personal_data: 'Mostra dados pessoais',
  impersonation: 'Finge ser outra pessoa',
  spam: 'Propaganda ou repetição',
  other: 'Outro motivo',
};

export const reviewReasonLabels: Record<ReviewReason, string> = {
  title_unclear: 'O título não deixa claro o que é',
  description_incomplete: 'Falta informação na descrição',
  photos_poor: 'As fotos não mostram bem o item',
  price_suspicious: 'O preço está fora do comum',
  wrong_category: 'A categoria não é a certa',
  contact_data: 'Há telefone, e-mail ou link no anúncio',
  forbidden_item: 'Este item não pode ser vendido aqui',
  duplicate: 'Este anúncio já existe',
  other: 'Outro motivo',
};

export const withdrawalLabels: Record<WithdrawalState, StateLabel> = {
  requested: { label: 'Solicitado', tone: 'warning' },
  in_review: { label: 'Em análise', tone: 'info' },
  approved: { label: 'Aprovado', tone: 'info' },
  processing: { label: 'Em processamento', tone: 'info' },
  paid: { label: 'Pago', tone: 'success' },
  failed: { label: 'Em nova tentativa', tone: 'warning' },
  returned: { label: 'Devolvido ao saldo', tone: 'neutral' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
  rejected: { label: 'Recusado', tone: 'danger' },
};

export const paymentLabels: Record<PaymentState, StateLabel> = {
  created: { label: paymentNames.created, tone: 'neutral' },
  pending: { label: paymentNames.pending, tone: 'warning' },
  in_review: { label: paymentNames.in_review, tone: 'info' },
  confirmed: { label: paymentNames.confirmed, tone: 'success' },
  partially_refunded: { label: paymentNames.partially_refunded, tone: 'plum' },
  refunded: { label: paymentNames.refunded, tone: 'neutral' },
  declined: { label: paymentNames.declined, tone: 'danger' },
  expired: { label: paymentNames.expired, tone: 'neutral' },
  cancelled: { label: paymentNames.cancelled, tone: 'neutral' },
  contested: { label: paymentNames.contested, tone: 'danger' },
  upheld: { label: paymentNames.upheld, tone: 'success' },
  charged_back: { label: paymentNames.charged_back, tone: 'danger' },
};

export const refundLabels: Record<RefundState, StateLabel> = {
  requested: { label: 'Solicitado', tone: 'warning' },
  awaiting_return: { label: 'Esperando a devolução', tone: 'warning' },
  held: { label: 'Esperando o resto', tone: 'warning' },
  in_review: { label: 'Em conferência', tone: 'info' },
  approved: { label: 'Aprovado', tone: 'info' },
  processing: { label: 'Devolvendo', tone: 'info' },
  completed: { label: 'Devolvido', tone: 'success' },
  failed: { label: 'Em nova tentativa', tone: 'warning' },
  manual: { label: 'Com a equipe', tone: 'warning' },
  rejected: { label: 'Recusado', tone: 'danger' },
  used: { label: 'Usado na compra', tone: 'success' },
};

/** Labels of account states. */
export const accountLabels: Record<AccountState, StateLabel> = {
  active: { label: accountNames.active, tone: 'success' },
  restricted: { label: accountNames.restricted, tone: 'warning' },
  suspended: { label: accountNames.suspended, tone: 'danger' },
  banned: { label: accountNames.banned, tone: 'danger' },
  closing: { label: accountNames.closing, tone: 'warning' },
  closed: { label: accountNames.closed, tone: 'neutral' },
};

/** Verification levels and what each one requires. */
export const levelLabels: Record<VerificationLevel, { label: string; needs: string }> = {
  N0: { label: 'Nível 0', needs: 'E-mail confirmado' },
  N1: { label: 'Nível 1', needs: 'Celular confirmado' },
  N2: { label: 'Nível 2', needs: 'CPF ou CNPJ informado' },
  N3: { label: 'Nível 3', needs: 'Histórico conferido pela equipe' },
};

export const consentLabels: Record<'terms' | 'privacy' | 'marketing', string> = {
  terms: 'Termos de uso',
  privacy: 'Aviso de privacidade',
  marketing: 'E-mails com novidades',
};

export const exportLabels: Record<'requested' | 'ready' | 'expired', StateLabel> = {
  requested: { label: 'Preparando', tone: 'info' },
  ready: { label: 'Pronto', tone: 'success' },
  expired: { label: 'Vencido', tone: 'neutral' },
};

export const legacyLabels: Record<'purchase' | 'sale' | 'transaction', string> = {
  purchase: 'Compra',
  sale: 'Venda',
  transaction: 'Movimento',
};
