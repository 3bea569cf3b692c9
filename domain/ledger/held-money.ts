import type { OrderState } from '#domain/orders/orders.ts';
import type { RefundState } from '#domain/payments/payments.ts';
import type { SaleStop } from '#domain/payments/sale-stops.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';

/** Accounts whose money is not available to its owner (N01). */
export const heldAccounts = [
  'pending_release',
  'escrow',
  'blocked',
  'withdrawal_in_transit',
  'refund_due',
] as const;
export type HeldAccount = (typeof heldAccounts)[number];

/** Why a centavo is not free. Each has its words in `web/ledger/held-texts.ts`. */
export const heldReasons = [
  'awaiting_codes',
  'awaiting_start',
  'awaiting_delivery',
  'awaiting_confirmation',
  'in_complaint',
  'contested',
  'in_analysis',
  'blocked_by_team',
  'regretted',
  'coming_back',
  'on_hold',
  'withdrawal_in_review',
  'withdrawal_on_its_way',
  'withdrawal_tried_again',
  'awaiting_rest',
  'refund_in_review',
  'refund_on_its_way',
  'refund_tried_again',
  'refund_by_hand',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** What the system does at the date of a reason when no person has acted before. */
export const heldOutcomes = ['released', 'returned_to_buyer', 'paid_out', 'decided'] as const;
export type HeldOutcome = (typeof heldOutcomes)[number];

interface Reason {
  reason: HeldReason;
  /** What the system does at the date. */
  outcome: HeldOutcome;
}

/** Money in escrow by the state of its order; null where escrow is empty. */
export const escrowReasons: Record<OrderState, Reason | null> = {
  awaiting_payment: null,
  payment_in_review: null,
  paid: { reason: 'awaiting_start', outcome: 'returned_to_buyer' },
  in_delivery: { reason: 'awaiting_delivery', outcome: 'returned_to_buyer' },
  delivered: { reason: 'awaiting_confirmation', outcome: 'released' },
  in_complaint: { reason: 'in_complaint', outcome: 'decided' },
  completed: null,
  refunded: null,
  cancelled: null,
  expired: null,
};

/** Codes are delivered automatically, so this money does not depend on the seller. */
export const codesReason: Reason = { reason: 'awaiting_codes', outcome: 'returned_to_buyer' };

/** Money of a concluded sale that a complaint blocked. */
export const blockedReason: Reason = { reason: 'in_complaint', outcome: 'decided' };

/** What stands still besides a complaint: the payer's bank looks at it (P26), the team does (§4.6), a regret waits (P24), or an admin blocked the money (N02). */
export const whyStopped: Record<SaleStop, Reason> = {
  bank: { reason: 'contested', outcome: 'decided' },
  analysis: { reason: 'in_analysis', outcome: 'decided' },
  return: { reason: 'coming_back', outcome: 'returned_to_buyer' },
  regret: { reason: 'regretted', outcome: 'decided' },
  block: { reason: 'blocked_by_team', outcome: 'decided' },
};

export const releaseDelayReason: Reason = { reason: 'on_hold', outcome: 'released' };

/** Money of a withdrawal by its state; null once it was paid or returned. */
export const withdrawalReasons: Record<WithdrawalState, Reason | null> = {
  requested: { reason: 'withdrawal_in_review', outcome: 'paid_out' },
  in_review: { reason: 'withdrawal_in_review', outcome: 'paid_out' },
  approved: { reason: 'withdrawal_on_its_way', outcome: 'paid_out' },
  processing: { reason: 'withdrawal_on_its_way', outcome: 'paid_out' },
  failed: { reason: 'withdrawal_tried_again', outcome: 'paid_out' },
  paid: null,
  returned: null,
  cancelled: null,
  rejected: null,
};

/** Money owed back to a buyer, by the state of the refund; null before it is owed and after it is paid. */
export const refundDueReasons: Record<RefundState, Reason | null> = {
  requested: null,
  awaiting_return: null,
  held: { reason: 'awaiting_rest', outcome: 'returned_to_buyer' },
  in_review: { reason: 'refund_in_review', outcome: 'paid_out' },
  approved: { reason: 'refund_on_its_way', outcome: 'paid_out' },
  processing: { reason: 'refund_on_its_way', outcome: 'paid_out' },
  failed: { reason: 'refund_tried_again', outcome: 'paid_out' },
  manual: { reason: 'refund_by_hand', outcome: 'paid_out' },
  completed: null,
  rejected: null,
  used: null,
};

/** The expected duration until held money is available (N01, §4.8, §4.10). Days are business days of banks. */
export interface HeldMoneyRules {
  withdrawalDays: number;
  refundDays: number;
  /** The longest time a bank examines a contestation, in milliseconds; card schemes take longest, a Pix takes days. */
  contestationMs: number;
}

const dayMs = 86_400_000;

export const defaultHeldMoneyRules: HeldMoneyRules = {
  withdrawalDays: 1,
  refundDays: 2,
  contestationMs: 120 * dayMs,
};
