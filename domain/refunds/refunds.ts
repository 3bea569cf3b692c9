import { addBusinessDays, saoPauloDay, endOfDay, isBusinessDay, addDays } from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';
import type { Cents } from '#domain/money.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { RefundState } from '#domain/payments/payments.ts';

/** Settings of §4.8 and P14. Limits for approvals apply to the sum of all refunds of an order. */
export interface RefundRules {
  /** The limit up to which a refund by a rule is sent automatically. */
  automaticCents: Cents;
  supportLimitCents: Cents;
  /** Above it two people of the staff decide. */
  twoPeopleCents: Cents;
  /** Attempts at the bank before staff must act. */
  maxAttempts: number;
  /** How long a Pix can be returned by the bank (90 days). */
  devolutionMs: number;
  /** CDC art. 49: seven days from delivery. */
  regretMs: number;
  /** With more regrets after a reveal than this within the window, staff review each. */
  regretsAfterReveal: number;
  regretWindowMs: number;
  /** A seller with this many sales is habitual: regrets of their buyers are granted unless abuse is documented (§4.8). */
  habitualSales: number;
  /** The staff's time for a regret that a person has to judge. */
  regretDecisionMs: number;
  /** N03: without that decision by then, counted from the regret, the guarantee fund pays. */
  fundAfterRegretMs: number;
  /** P14: the seller's time to answer; silence is consent. */
  cancellationAnswerMs: number;
  /** P27: a forced move of an order above it needs a second person. */
  forcedAloneCents: Cents;
}

const hour = 3_600_000;
const day = 24 * hour;

export const defaultRefundRules: RefundRules = {
  automaticCents: 100_000,
  supportLimitCents: 50_000,
  twoPeopleCents: 500_000,
  maxAttempts: 3,
  devolutionMs: 90 * day,
  regretMs: 7 * day,
  regretsAfterReveal: 3,
  regretWindowMs: 90 * day,
  habitualSales: 10,
  regretDecisionMs: 48 * hour,
  fundAfterRegretMs: 15 * day,
  cancellationAnswerMs: 6 * hour,
  forcedAloneCents: 50_000,
};

/**
 * Granted at once, after the thing comes back, or decided by a person: the item was seen, or its buyer regrets often
 * after seeing.
 */
export type RegretHandling = 'automatic' | 'return' | 'opened' | 'often';

/**
 * P24: whether a regret is granted at once. An unrevealed code is refunded automatically; staff decide about revealed
 * codes and manual deliveries, and about buyers who often regret after a reveal. A thing is sent or handed back (S11).
 * @param afterReveal regrets after a reveal within the window
 */
export function regretHandling(
  order: { deliveryType: DeliveryType; revealedAt: Date | null },
  afterReveal: number,
  rules: RefundRules,
): RegretHandling {
  if (order.deliveryType === 'shipping' || order.deliveryType === 'pickup') return 'return';
  if (afterReveal > rules.regretsAfterReveal) return 'often';
  return order.deliveryType === 'automatic' && order.revealedAt === null ? 'automatic' : 'opened';
}

/**
 * Until when the buyer may regret (CDC art. 49): the seventh day after the one of delivery, to its end, and the next
 * business day where that is none (CC art. 132).
 */
export function regretUntil(deliveredAt: Date, rules: RefundRules, closed: ClosedDays): Date {
  const last = addDays(saoPauloDay(deliveredAt), Math.ceil(rules.regretMs / day));
  return endOfDay(isBusinessDay(last, closed) ? last : addBusinessDays(last, 1, closed));
}

/** The number a regret is acknowledged with (Decreto 7.962, art. 5). */
export function protocolOf(refundId: number): string {
  return `ARR-${orderCode(refundId)}`;
}

/**
 * The initial state of a refund by a rule: a large one needs a review before it is sent.
 * @param togetherCents its amount plus all earlier refunds of its order
 */
export function initialRefundState(togetherCents: Cents, rules: RefundRules): RefundState {
  return togetherCents <= rules.automaticCents ? 'approved' : 'in_review';
}
