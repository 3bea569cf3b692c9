import type { DeclineReason } from '#domain/payments/payments.ts';
import type { ChargeStatus, Movement, IncomingPayment, TransferStatus } from './payment-provider.ts';
import { toCents } from './provider-http.ts';

export const name = 'mercadopago';

/** The fields of a payment that are read. */
export interface Payment {
  id: number;
  status: string;
  status_detail: string;
  date_approved: string | null;
  external_reference: string | null;
  transaction_amount: number;
  transaction_amount_refunded?: number;
  payment_method_id: string;
  card?: { last_four_digits?: string } | null;
  refunds?: Refund[];
  transaction_details?: {
    external_resource_url?: string;
    digitable_line?: string;
    barcode?: { content?: string };
  };
  point_of_interaction?: {
    transaction_data?: {
      qr_code?: string;
      bank_info?: {
        collector?: { account_holder_name?: string };
        payer?: { identification?: { number?: string } };
      };
    };
  };
}

export interface Refund {
  id: number;
  amount: number;
  status: string;
  date_created: string;
}

const states: Record<string, ChargeStatus['state']> = {
  pending: 'pending',
  authorized: 'pending',
  in_process: 'in_review',
  approved: 'paid',
  refunded: 'paid',
  charged_back: 'paid',
  in_mediation: 'paid',
  rejected: 'declined',
};

export function statusOf(payment: Payment): ChargeStatus {
  const { id, status, status_detail: detail, external_reference: reference, card } = payment;
  const over = detail === 'expired' ? 'expired' : 'cancelled';
  const last4 = card?.last_four_digits;
  return {
    reference: reference ?? '',
    providerId: String(id),
    state: states[status] ?? over,
    ...(status === 'rejected' && { declinedReason: reasonOf(detail) }),
    ...(last4 && { card: { brand: payment.payment_method_id, last4 } }),
    incomingPayments: incomingOf(payment),
    contested: status === 'in_mediation' || (status === 'charged_back' && detail === 'in_process'),
    returnedCents: toCents(returnedOf(payment)),
  };
}

/** A settled chargeback has taken the whole amount; a reimbursed one has taken nothing. */
function returnedOf({ status, status_detail: detail, ...payment }: Payment): number {
  const { transaction_amount: all, transaction_amount_refunded: refunded = 0 } = payment;
  return status === 'charged_back' && detail === 'settled' ? all : refunded;
}

/** A payment is paid once, so its id is also the movement's. */
function incomingOf({
  id,
  date_approved: at,
  transaction_amount: reais,
  ...payment
}: Payment): IncomingPayment[] {
  if (!at || states[payment.status] !== 'paid') return [];
  const payer = payment.point_of_interaction?.transaction_data?.bank_info?.payer;
  return [
    {
      endToEndId: `${name}-${id}`,
      amountCents: toCents(reais),
      at: new Date(at).toISOString(),
      payerDocument: payer?.identification?.number ?? null,
    },
  ];
}

export function movementsOf(payment: Payment): Movement[] {
  const reference = payment.external_reference;
  const incoming = incomingOf(payment).map(({ endToEndId, amountCents, at }) => ({
    kind: 'receipt' as const,
    movementId: endToEndId,
    reference,
    amountCents,
    at: new Date(at),
  }));
  const refunds = (payment.refunds ?? []).filter(({ status }) => status === 'approved');
  return [
    ...incoming,
    ...refunds.map(({ id, amount, date_created: at }) => ({
      kind: 'refund' as const,
      movementId: String(id),
      reference,
      amountCents: toCents(amount),
      at: new Date(at),
    })),
  ];
}

export function refundStatus({ id, status }: Refund): TransferStatus {
  const providerId = String(id);
  if (status === 'approved') return { providerId, state: 'done' };
  if (status === 'in_process') return { providerId, state: 'processing' };
  return { providerId, state: 'failed', reason: `Recusado pelo Mercado Pago (${status})` };
}

const reasons: readonly [RegExp, DeclineReason][] = [
  [/bad_filled/, 'wrong_card_data'],
  [/call_for_authorize|3ds/, 'call_issuer'],
  [/card_disabled/, 'card_disabled'],
  [/high_risk|blacklist/, 'high_risk'],
  [/insufficient_amount|amount_rate_limit/, 'insufficient_funds'],
  [/max_attempts/, 'too_many_tries'],
  [/duplicated/, 'duplicate'],
  [/installments/, 'installments'],
  [/insufficient_data/, 'document'],
];

function reasonOf(detail: string): DeclineReason {
  return reasons.find(([pattern]) => pattern.test(detail))?.[1] ?? 'other';
}
