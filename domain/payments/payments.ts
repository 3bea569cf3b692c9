import { addBusinessDays, saoPauloDay, endOfDay } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import type { Cents } from '#domain/money.ts';
import type { Machine } from '#domain/machine.ts';
import type { OrderState } from '#domain/orders/orders.ts';

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
  // The provider examines it, or somebody else than the buyer paid.
  review: { rule: '§4.6', by: ['system'], from: ['created', 'pending'], to: 'in_review' },
  // Late money is real: a charge that expired, was cancelled on our side or refused before may still be paid (P07).
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
  // The payer asked their bank for it (Pix MED, a card's chargeback), once or again.
  // What was refunded already, or taken in part, the bank may look at too.
  contest: {
    rule: 'P26',
    by: ['system'],
    from: ['confirmed', 'partially_refunded', 'refunded', 'upheld', 'charged_back'],
    to: 'contested',
  },
  uphold: { rule: 'P26', by: ['system'], from: ['contested'], to: 'upheld' },
  charge_back: { rule: 'P26', by: ['system'], from: ['contested'], to: 'charged_back' },
  // Lost before, and the bank gave it back.
  win: { rule: 'P26', by: ['system'], from: ['charged_back'], to: 'upheld' },
};

/** Every way to pay (§4.6); which are open is a rule (`openMethods`), and the provider must know them too. */
export const paymentMethods = ['pix', 'card', 'boleto', 'balance', 'manual'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const defaultOpenMethods: readonly PaymentMethod[] = ['pix', 'card', 'boleto', 'balance', 'manual'];

/** Methods that a payment institution carries out; the others are between the buyer and us. */
export const providerMethods = ['pix', 'card', 'boleto'] as const;
export type ProviderMethod = (typeof providerMethods)[number];

export function isProviderMethod(method: PaymentMethod): method is ProviderMethod {
  return (providerMethods as readonly PaymentMethod[]).includes(method);
}

/** Why a card or boleto was not accepted, in our words; each provider's own are mapped to these. */
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

/** How long each way to pay waits for its money (P01) and for judgements (§4.6). */
export interface PaymentRules {
  cardExpiryMs: number;
  boletoBusinessDays: number;
  /** Business days that banks take to tell of a boleto paid on its last day. */
  boletoClearingDays: number;
  /** A payment by somebody else than the buyer is looked at above this. */
  thirdPartyLimitCents: Cents;
  /** Our own look at a payment; it goes on by itself afterwards. */
  holdMs: number;
  /** Longest examination by the provider (P06). */
  providerReviewMs: number;
  /** What is left to pay otherwise after an examination ended in a refusal. */
  retryMs: number;
  /** Less than the total waits so long for the rest. */
  complementMs: number;
  /** A card's payment is refunded to the card alone for so many days: the payer may still contest it at their bank. */
  cardContestDays: number;
  /** Tries to pay one order, of every method together. */
  maxAttempts: number;
}

export const defaultPaymentRules: PaymentRules = {
  cardExpiryMs: 15 * 60_000,
  boletoBusinessDays: 3,
  boletoClearingDays: 1,
  thirdPartyLimitCents: 50_000,
  holdMs: 24 * 3_600_000,
  providerReviewMs: 72 * 3_600_000,
  retryMs: 24 * 3_600_000,
  complementMs: 24 * 3_600_000,
  cardContestDays: 120,
  maxAttempts: 8,
};

/**
 * Until when a charge may be paid, and until when the order waits to hear of it: longer for a boleto, which banks
 * settle the business day after.
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
  /** Asked for and not owed yet: a person decides whether. */
  'requested',
  /** Less than the total came in: it waits for the rest, and is owed back until then. */
  'held',
  /** Owed, and so large that a person looks before it leaves. */
  'in_review',
  'approved',
  'processing',
  'completed',
  'failed',
  'manual',
  'rejected',
  /** The rest came in: what was held paid its order. */
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
  | 'lapse_to_review';

/**
 * Small refunds made by a rule are born approved, large ones in review, those that a person judges requested, and a
 * part of a price held.
 */
export const refundMachine: Machine<RefundEvent, RefundState, 'buyer' | 'staff' | 'system'> = {
  approve: { rule: '§4.8', by: ['staff'], from: ['requested', 'in_review'], to: 'approved' },
  reject: { rule: '§4.8', by: ['staff'], from: ['requested'], to: 'rejected' },
  // All that stayed went back by another way: nothing is left to decide.
  overtake: { rule: '§4.8', by: ['system'], from: ['requested'], to: 'rejected' },
  process: { rule: '§4.8', by: ['system'], from: ['approved'], to: 'processing' },
  complete: { rule: '§4.8', by: ['system'], from: ['processing'], to: 'completed' },
  fail: { rule: '§4.8', by: ['system'], from: ['processing'], to: 'failed' },
  retry: { rule: '§4.8', by: ['system'], from: ['failed'], to: 'processing' },
  give_up: { rule: '§4.8', by: ['system'], from: ['failed'], to: 'manual' },
  // A Pix can be returned for 90 days; after that a person sends another.
  need_hand: { rule: '§4.8', by: ['system'], from: ['approved'], to: 'manual' },
  pay_by_hand: { rule: '§4.8', by: ['staff'], from: ['manual'], to: 'completed' },
  keep_as_balance: { rule: '§4.8', by: ['buyer'], from: ['manual'], to: 'approved' },
  // The bank took the payment back itself (P26): what was still owed has come to the buyer that way.
  take: {
    rule: 'P26',
    by: ['system'],
    from: ['in_review', 'approved', 'failed', 'manual'],
    to: 'completed',
  },
  use: { rule: '§4.6', by: ['system'], from: ['held'], to: 'used' },
  // The rest did not come in time: it goes back, a large part after a look.
  lapse: { rule: '§4.6', by: ['system'], from: ['held'], to: 'approved' },
  lapse_to_review: { rule: '§4.6', by: ['system'], from: ['held'], to: 'in_review' },
};

/** Whose money a refund is: the sale's, the platform's own (M10), or what arrived and belongs to no sale. */
export const refundSources = ['sale', 'platform', 'arrival'] as const;
export type RefundSource = (typeof refundSources)[number];

/** Where a refund goes: back the way it came, or into the buyer's balance. */
export const refundDestinations = ['original', 'balance'] as const;
export type RefundDestination = (typeof refundDestinations)[number];

/** Why money goes back (§4.8, "created by"). */
export const refundReasons = [
  'order_cancelled',
  'late_payment',
  'duplicate_payment',
  'wrong_amount',
  'regret',
  'seller_offer',
  'complaint',
  'staff',
  'third_party_payer',
  'charged_back',
] as const;
export type RefundReason = (typeof refundReasons)[number];

/** What becomes of a Pix that arrived. */
export type IncomingMoneyVerdict =
  | { use: 'pay' | 'reinstate'; surplusCents: Cents }
  | { use: 'hold' }
  | { use: 'review' }
  | { use: 'refund'; reason: RefundReason };

/**
 * P03, P07, §4.6. A movement pays one order once: with it the price is whole and opens the order, and a surplus goes
 * back; less is held for the rest while the order waits. Whatever comes a second time or too late goes back at once.
 * @param order `captured`: its price was received before, even if it went back since ·
 *   `heldCents`: what came in before and waits for the rest · `mayHold`: another charge may be opened for the rest ·
 *   `revivable`: closed less than 24 h ago, and stock and price still stand ·
 *   `payer`: somebody else paid more than may go unseen; `refused` when a person decided so
 */
export function judgeIncomingMoney(
  order: {
    state: OrderState;
    totalCents: Cents;
    captured: boolean;
    heldCents: Cents;
    mayHold: boolean;
    revivable: boolean;
    payer?: 'stranger' | 'refused';
  },
  receivedCents: Cents,
): IncomingMoneyVerdict {
  if (order.captured) return { use: 'refund', reason: 'duplicate_payment' };
  const surplusCents = order.heldCents + receivedCents - order.totalCents;
  if (surplusCents < 0)
    return order.state === 'awaiting_payment' && order.mayHold && !order.payer
      ? { use: 'hold' }
      : { use: 'refund', reason: 'wrong_amount' };
  if (order.payer === 'refused') return { use: 'refund', reason: 'third_party_payer' };
  if (order.payer === 'stranger')
    return order.state === 'awaiting_payment' || order.state === 'payment_in_review'
      ? { use: 'review' }
      : { use: 'refund', reason: 'third_party_payer' };
  if (order.state === 'awaiting_payment' || order.state === 'payment_in_review')
    return { use: 'pay', surplusCents };
  return order.revivable ? { use: 'reinstate', surplusCents } : { use: 'refund', reason: 'late_payment' };
}
