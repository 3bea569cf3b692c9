import type { Cents } from '#domain/money.ts';
import type { ForcedEvent } from '#domain/orders/orders.ts';

/** Which limit of staff money decisions an amount counts toward. */
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

/** What the window holds before a decision, in cents. */
export interface DecisionSums {
  /** Released to the same beneficiaries, by anybody. */
  personCents: Cents;
  /** Decided by this person without a second. */
  aloneCents: Cents;
  /** Decided by this person first or alone. */
  firstCents: Cents;
  windowMs: number;
}

/** The amount that the limit of two people is held against. */
export function amountForTwoPeopleLimit(
  { personCents, aloneCents }: DecisionSums,
  amountCents: Cents,
): Cents {
  return Math.max(personCents, aloneCents) + amountCents;
}

/** The amount that the limit of support is held against: what a second person confirmed counts, too. */
export function amountForSupportLimit({ personCents, firstCents }: DecisionSums, amountCents: Cents): Cents {
  return Math.max(personCents, firstCents) + amountCents;
}

/** Whom a forced move gives the money to (P27). SQL holds the same in `forced_move_side`. */
export function forcedMoveSide(event: ForcedEvent): 'buyer' | 'seller' {
  return event === 'force_delivery' || event === 'force_conclusion' ? 'seller' : 'buyer';
}
