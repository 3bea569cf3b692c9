import { addBusinessDays, saoPauloDay, endOfDay } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import type { Cents } from '#domain/money.ts';
import type { Machine } from '#domain/machine.ts';

/** States of a payment (`pagamento`), §4.6. */
export const paymentStates = [
  'created',
  'pending',
  'in_review',
  'confirmed',
  'partially_refunded',
  'refunded',
  'declined',
  'expired',
  'cancelled',
  'contested',
  'upheld',
  'charged_back',
] as const;
export type PaymentState = (typeof paymentStates)[number];

export type PaymentEvent =
  | 'charge'
  | 'review'
  | 'confirm'
  | 'expire'
  | 'cancel'
  | 'decline'
  | 'refund_part'
  | 'refund_all'
  | 'contest'
  | 'uphold'
  | 'charge_back'
  | 'win';

export const paymentMachine: Machine<PaymentEvent, PaymentState, 'system'> = {
  charge: { rule: '§4.6', by: ['system'], from: ['created'], to: 'pending' },
  // The provider examines it, or a third party paid.
  review: { rule: '§4.6', by: ['system'], from: ['created', 'pending'], to: 'in_review' },
  // A charge that expired, was cancelled on our side or was refused may still be paid late (P07).
  confirm: {
    rule: '§4.6',
    by: ['system'],
    from: ['created', 'pending', 'in_review', 'expired', 'cancelled', 'declined'],
    to: 'confirmed',
  },
  expire: { rule: '§4.6', by: ['system'], from: ['created', 'pending'], to: 'expired' },
  cancel: { rule: '§4.6', by: ['system'], from: ['created', 'pending', 'in_review'], to: 'cancelled' },
  decline: { rule: '§4.6', by: ['system'], from: ['created', 'pending', 'in_review'], to: 'declined' },
  refund_part: {
    rule: '§4.6',
    by: ['system'],
    from: ['confirmed', 'partially_refunded', 'upheld'],
    to: 'partially_refunded',
  },
  refund_all: {
    rule: '§4.6',
    by: ['system'],
    from: ['confirmed', 'partially_refunded', 'upheld'],
    to: 'refunded',
  },
  // The payer contested it at their bank (Pix MED, card chargeback), once or again.
  // A refunded or partially charged back payment may be contested too.
  contest: {
    rule: 'P26',
    by: ['system'],
    from: ['confirmed', 'partially_refunded', 'refunded', 'upheld', 'charged_back'],
    to: 'contested',
  },
  uphold: { rule: 'P26', by: ['system'], from: ['contested'], to: 'upheld' },
  charge_back: { rule: 'P26', by: ['system'], from: ['contested'], to: 'charged_back' },
  // The bank reversed the chargeback.
  win: { rule: 'P26', by: ['system'], from: ['charged_back'], to: 'upheld' },
};

/** All payment methods (§4.6); the rule `openMethods` enables them, and the provider must support them. */
export const paymentMethods = ['pix', 'card', 'boleto', 'balance', 'manual'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const defaultOpenMethods: readonly PaymentMethod[] = ['pix', 'card', 'boleto', 'balance', 'manual'];

/** Methods of the payment provider; the others need no provider. */
export const providerMethods = ['pix', 'card', 'boleto'] as const;
export type ProviderMethod = (typeof providerMethods)[number];

export function isProviderMethod(method: PaymentMethod): method is ProviderMethod {
  return (providerMethods as readonly PaymentMethod[]).includes(method);
}

/** Why a card or boleto was declined; adapters map the reasons of each provider to these. */
export const declineReasons = [
  'insufficient_funds',
  'wrong_card_data',
  'call_issuer',
  'card_disabled',
  'high_risk',
  'too_many_tries',
  'duplicate',
  'installments',
  'document',
  'not_processed',
  'other',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Time limits of each payment method (P01) and of reviews (§4.6). */
export interface PaymentRules {
  cardExpiryMs: number;
  boletoBusinessDays: number;
  /** Business days that banks need to report a boleto paid on its last day. */
  boletoClearingDays: number;
  /** A third-party payment above this amount needs a review. */
  thirdPartyLimitCents: Cents;
  /** The longest analysis of a payment by staff; the order continues automatically afterwards. */
  holdMs: number;
  /** N02: how long an admin blocks the money of a sale, and how much longer the one renewal lasts. */
  blockMs: number;
  /** Longest examination by the provider (P06). */
  providerReviewMs: number;
  /** The time to pay with another method after an examination ended in a refusal. */
  retryMs: number;
  /** How long a partial payment is held for the rest. */
  complementMs: number;
  /** For this many days a card payment is refunded only to the card, because the payer may still contest it. */
  cardContestDays: number;
  /** The maximum number of payment attempts of one order over all methods. */
  maxAttempts: number;
}

export const defaultPaymentRules: PaymentRules = {
  cardExpiryMs: 15 * 60_000,
  boletoBusinessDays: 3,
  boletoClearingDays: 1,
  thirdPartyLimitCents: 50_000,
  holdMs: 24 * 3_600_000,
  blockMs: 7 * 24 * 3_600_000,
  providerReviewMs: 72 * 3_600_000,
  retryMs: 24 * 3_600_000,
  complementMs: 24 * 3_600_000,
  cardContestDays: 120,
  maxAttempts: 8,
};

/**
 * Until when a charge may be paid, and until when the order waits for its confirmation: longer for a boleto, which
 * banks settle on the next business day.
 */
export function chargeDeadlines(
  method: ProviderMethod,
  now: Date,
  rules: PaymentRules & { pixExpiryMs: number; closed: ClosedDays },
): { expiresAt: Date; waitsUntil: Date } {
  if (method !== 'boleto') {
    const span = method === 'pix' ? rules.pixExpiryMs : rules.cardExpiryMs;
    const expiresAt = new Date(now.getTime() + span);
    return { expiresAt, waitsUntil: expiresAt };
  }
  const dueDay = addBusinessDays(saoPauloDay(now), rules.boletoBusinessDays, rules.closed);
  const heardOf = addBusinessDays(dueDay, rules.boletoClearingDays, rules.closed);
  return { expiresAt: endOfDay(dueDay), waitsUntil: endOfDay(heardOf) };
}

/** States of a refund (`reembolso`), §4.8. */
export const refundStates = [
  /** Requested and not owed yet: staff decide. */
  'requested',
  /** Requested and not owed yet: what was bought comes back first (S11). */
  'awaiting_return',
  /** A partial payment that is held for the rest, and owed back until then. */
  'held',
  /** Owed, and so large that staff review it before it is sent. */
  'in_review',
  'approved',
  'processing',
  'completed',
  'failed',
  'manual',
  'rejected',
  /** The rest arrived, so the held part paid its order. */
  'used',
] as const;
export type RefundState = (typeof refundStates)[number];

export type RefundEvent =
  | 'approve'
  | 'reject'
  | 'overtake'
  | 'process'
  | 'complete'
  | 'fail'
  | 'retry'
  | 'give_up'
  | 'need_hand'
  | 'pay_by_hand'
  | 'keep_as_balance'
  | 'take'
  | 'use'
  | 'lapse'
  | 'lapse_to_review'
  | 'grant_return'
  | 'grant_return_to_review'
  | 'contest_return'
  | 'drop_return';

/**
 * Initial states: small refunds by a rule start `approved`, large ones `in_review`, those that staff decide
 * `requested`, and partial payments `held`.
 */
export const refundMachine: Machine<RefundEvent, RefundState, 'buyer' | 'seller' | 'staff' | 'system'> = {
  approve: { rule: '§4.8', by: ['staff'], from: ['requested', 'in_review'], to: 'approved' },
  reject: { rule: '§4.8', by: ['staff'], from: ['requested'], to: 'rejected' },
  // The whole remaining amount was refunded otherwise, so nothing is left to decide.
  overtake: { rule: '§4.8', by: ['system'], from: ['requested', 'awaiting_return'], to: 'rejected' },
  process: { rule: '§4.8', by: ['system'], from: ['approved'], to: 'processing' },
  complete: { rule: '§4.8', by: ['system'], from: ['processing'], to: 'completed' },
  fail: { rule: '§4.8', by: ['system'], from: ['processing'], to: 'failed' },
  retry: { rule: '§4.8', by: ['system'], from: ['failed'], to: 'processing' },
  give_up: { rule: '§4.8', by: ['system'], from: ['failed'], to: 'manual' },
  // A Pix can be returned for 90 days; after that staff send another Pix manually.
  need_hand: { rule: '§4.8', by: ['system'], from: ['approved'], to: 'manual' },
  pay_by_hand: { rule: '§4.8', by: ['staff'], from: ['manual'], to: 'completed' },
  keep_as_balance: { rule: '§4.8', by: ['buyer'], from: ['manual'], to: 'approved' },
  // The bank charged the payment back (P26), so the buyer received the owed amount that way.
  take: {
    rule: 'P26',
    by: ['system'],
    from: ['in_review', 'approved', 'failed', 'manual'],
    to: 'completed',
  },
  use: { rule: '§4.6', by: ['system'], from: ['held'], to: 'used' },
  // The rest did not arrive in time: the part is refunded, a large one after a review.
  lapse: { rule: '§4.6', by: ['system'], from: ['held'], to: 'approved' },
  lapse_to_review: { rule: '§4.6', by: ['system'], from: ['held'], to: 'in_review' },
  // The thing came back, or was posted by a buyer who regrets; the seller may say so too. A large refund is reviewed.
  grant_return: { rule: 'S11', by: ['seller', 'system'], from: ['awaiting_return'], to: 'approved' },
  grant_return_to_review: {
    rule: 'S11',
    by: ['seller', 'system'],
    from: ['awaiting_return'],
    to: 'in_review',
  },
  // The seller says so, or its parcel went back to the buyer.
  contest_return: { rule: 'S11', by: ['seller', 'system'], from: ['awaiting_return'], to: 'requested' },
  // The buyer kept it, or did not post it in time.
  drop_return: { rule: 'S11', by: ['buyer', 'system'], from: ['awaiting_return'], to: 'rejected' },
};

/** The source of a refund: the sale, the platform's own money (M10), or incoming money without a sale. */
export const refundSources = ['sale', 'platform', 'arrival'] as const;
export type RefundSource = (typeof refundSources)[number];

/** The destination of a refund: the original payment method, or the buyer's balance. */
export const refundDestinations = ['original', 'balance'] as const;
export type RefundDestination = (typeof refundDestinations)[number];

/** Reasons of refunds (§4.8, "created by"). */
export const refundReasons = [
  'order_cancelled',
  'late_payment',
  'duplicate_payment',
  'wrong_amount',
  'regret',
  'seller_offer',
  'complaint',
  'fund',
  'staff',
  'third_party_payer',
  'charged_back',
] as const;
export type RefundReason = (typeof refundReasons)[number];
