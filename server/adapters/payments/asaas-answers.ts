import { startOfDay } from '#domain/business-days.ts';
import type { ChargeStatus, Movement, IncomingPayment, TransferStatus } from './payment-provider.ts';
import { toCents } from './provider-http.ts';

export const name = 'asaas';

/** The fields of a charge that are read. Days are São Paulo's, without time. */
export interface Payment {
  id: string;
  status: string;
  value: number;
  billingType: string;
  externalReference: string | null;
  deleted?: boolean;
  invoiceUrl: string;
  bankSlipUrl: string | null;
  clientPaymentDate?: string | null;
  confirmedDate?: string | null;
  paymentDate?: string | null;
  refunds?: { status: string; value: number; description: string | null }[] | null;
  creditCard?: { creditCardBrand?: string; creditCardNumber?: string } | null;
}

export interface Transfer {
  id: string;
  status: string;
  value: number;
  dateCreated: string;
  failReason: string | null;
  externalReference: string | null;
  endToEndIdentifier?: string | null;
  bankAccount?: { pixAddressKey?: string | null } | null;
}

/** The Pix of a transfer, from Asaas' list of Pix transactions. */
export interface PixTransaction {
  transferId: string | null;
  /** The amount that the receiver's bank sent back. */
  refundedValue: number | null;
}

const states: Record<string, ChargeStatus['state']> = {
  PENDING: 'pending',
  AUTHORIZED: 'pending',
  OVERDUE: 'expired',
  AWAITING_RISK_ANALYSIS: 'in_review',
};

/** The last state is a won dispute whose money has not been paid back yet. */
export const contested: readonly string[] = [
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
];

/** Combines all charges of one reference, and the money that arrived for any of them. */
export function statusOf(payments: Payment[]): ChargeStatus {
  const incomingPayments = payments.flatMap(incomingOf);
  const first = payments.find((payment) => incomingOf(payment).length > 0) ?? payments[0]!;
  const { creditCardBrand: brand, creditCardNumber: last4 } = first.creditCard ?? {};
  const unpaid = first.deleted ? 'cancelled' : (states[first.status] ?? 'pending');
  return {
    reference: first.externalReference ?? '',
    providerId: first.id,
    state: incomingPayments.length > 0 ? 'paid' : unpaid,
    ...(brand && last4 && { card: { brand: brand.toLowerCase(), last4 } }),
    incomingPayments,
    contested: payments.some(({ status }) => contested.includes(status)),
    returnedCents: payments.reduce((sum, payment) => sum + returnedOf(payment), 0),
  };
}

/** A chargeback has no refund of its own: the charge's status is its only sign. */
function returnedOf({ status, value, refunds }: Payment): number {
  if (status === 'REFUNDED') return toCents(value);
  const done = (refunds ?? []).filter((refund) => refund.status === 'DONE');
  return done.reduce((sum, refund) => sum + toCents(refund.value), 0);
}

/** Unknown states count as paid where the charge has a payment date. */
function incomingOf(payment: Payment): IncomingPayment[] {
  const { id, status, value } = payment;
  const day = payment.clientPaymentDate ?? payment.confirmedDate ?? payment.paymentDate;
  if (!day || states[status]) return [];
  return [{ endToEndId: `${name}-${id}`, amountCents: toCents(value), at: startOfDay(day).toISOString() }];
}

export function receiptMovements(payment: Payment): Movement[] {
  return incomingOf(payment).map(({ endToEndId, amountCents, at }) => ({
    kind: 'receipt',
    movementId: endToEndId,
    reference: payment.externalReference,
    amountCents,
    at: new Date(at),
  }));
}

export function payoutMovement({ id, value, dateCreated, externalReference: reference }: Transfer): Movement {
  const at = startOfDay(dateCreated.slice(0, 10));
  return { kind: 'payout', movementId: id, reference, amountCents: toCents(value), at };
}

export function refundStatus(reference: string, status: string): TransferStatus {
  if (status === 'DONE') return { providerId: reference, state: 'done' };
  if (status === 'PENDING') return { providerId: reference, state: 'processing' };
  return { providerId: reference, state: 'failed', reason: 'Reembolso cancelado pelo Asaas' };
}

export function transferStatus({ id, status, failReason }: Transfer): TransferStatus {
  if (status === 'DONE') return { providerId: id, state: 'done' };
  if (status !== 'FAILED' && status !== 'CANCELLED') return { providerId: id, state: 'processing' };
  return { providerId: id, state: 'failed', reason: failReason ?? 'Transferência não realizada' };
}

/** A transfer stays `DONE` when its receiver sends the money back: only its Pix shows it. */
export function isSentBack({ id, value }: Transfer, transactions: readonly PixTransaction[]): boolean {
  return transactions.some(
    ({ transferId, refundedValue }) => transferId === id && toCents(refundedValue ?? 0) >= toCents(value),
  );
}
