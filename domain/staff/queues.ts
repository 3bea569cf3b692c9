import { openDocumentStates } from '#domain/accounts/documents/checks.ts';
import { openPaymentProofStates } from '#domain/payments/payment-proofs.ts';
import type { RefundState } from '#domain/payments/payments.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';

/** Staff queues, the most urgent first. Each has a query in `server/staff/overview/queues.ts`. */
export const queueNames = [
  'reviews',
  'complaints',
  'receipts',
  'withdrawals',
  'tickets',
  'refunds',
  'reports',
  'appeals',
  'document_checks',
  'risk_holds',
  'flagged_listings',
  'shipments',
  'payment_reviews',
] as const;
export type QueueName = (typeof queueNames)[number];

const refundsToDecide: readonly RefundState[] = ['requested', 'in_review'];
const refundsToPay: readonly RefundState[] = ['manual'];
const withdrawalsToDecide: readonly WithdrawalState[] = ['requested', 'in_review'];

/**
 * The states in which an item is pending for the team, by the tab that lists it. A queue's count in the sidebar is the
 * sum of these tabs.
 */
export const pendingTabs = {
  complaints: { mediacao: ['in_mediation'], recursos: ['appealed'] },
  receipts: { pendentes: openPaymentProofStates },
  withdrawals: { pendentes: withdrawalsToDecide },
  refunds: { pendentes: refundsToDecide, manuais: refundsToPay },
  reports: { open: ['open'] },
  document_checks: { waiting: openDocumentStates },
} as const satisfies Partial<Record<QueueName, Record<string, readonly string[]>>>;
