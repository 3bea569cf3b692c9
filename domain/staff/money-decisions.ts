import type { Cents } from '#domain/money.ts';
import type { ForcedEvent } from '#domain/orders/orders.ts';

/** The limits of money decisions that an amount counts towards. */
export type MoneyDecisionKind =
  | 'withdrawal'
  | 'refund'
  | 'refund_by_hand'
  | 'receipt'
  | 'complaint'
  | 'forced_move'
  | 'third_party';

/** Limits of money decisions are sums (ADR 0075). */
export interface MoneyDecisionRules {
  /** How far back decisions are summed, in milliseconds. */
  windowMs: number;
}

export const defaultMoneyDecisionRules: MoneyDecisionRules = { windowMs: 24 * 3_600_000 };

/** The sums within the window before a decision, in cents. */
export interface DecisionSums {
  /** Released to the same beneficiaries by all staff. */
  personCents: Cents;
  /** Decided by this staff member without a second person. */
  aloneCents: Cents;
  /** Decided by this staff member first or alone. */
  firstCents: Cents;
  windowMs: number;
}

/** The amount that is compared with the limit for two people. */
export function amountForTwoPeopleLimit(
  { personCents, aloneCents }: DecisionSums,
  amountCents: Cents,
): Cents {
  return Math.max(personCents, aloneCents) + amountCents;
}

/** The amount that is compared with the limit of support; it includes decisions that a second person confirmed. */
export function amountForSupportLimit({ personCents, firstCents }: DecisionSums, amountCents: Cents): Cents {
  return Math.max(personCents, firstCents) + amountCents;
}

/** The side that receives the money of a forced transition (P27). SQL has the same rule in `forced_move_side`. */
export function forcedMoveSide(event: ForcedEvent): 'buyer' | 'seller' {
  return event === 'force_delivery' || event === 'force_conclusion' ? 'seller' : 'buyer';
}
