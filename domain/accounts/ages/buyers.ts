import type { Cents } from '#domain/money.ts';
import { adulthood } from './ages.ts';
import type { AgeRules } from './rules.ts';

/** Whole years from which a person may have an account (ECA, art. 2): younger ones are children. */
export const youngest = 12;

/** How the law sees a buyer (F58): a child buys nothing, a minor and a person without a proof buy within limits. */
export type BuyerAge = 'adult' | 'unproven' | 'minor' | 'child';

/** @param years the proven age; null without a proof */
export function buyerAge(years: number | null): BuyerAge {
  if (years === null) return 'unproven';
  if (years >= adulthood) return 'adult';
  return years >= youngest ? 'minor' : 'child';
}

/** What a buyer may spend on one order and in a calendar month of São Paulo; null where age sets no limit. */
export interface AgeLimits {
  perOrderCents: Cents;
  perMonthCents: Cents;
}

/** @param allowedCents what a guardian allows a month by a consent in force; null without one */
export function ageLimits(age: BuyerAge, allowedCents: Cents | null, rules: AgeRules): AgeLimits | null {
  switch (age) {
    case 'adult':
      return null;
    case 'unproven':
      return { perOrderCents: rules.unprovenPerOrderCents, perMonthCents: rules.unprovenPerMonthCents };
    case 'child':
      return { perOrderCents: 0, perMonthCents: 0 };
    case 'minor': {
      if (allowedCents === null)
        return { perOrderCents: rules.minorPerOrderCents, perMonthCents: rules.minorPerMonthCents };
      // A maximum that was lowered later holds for consents of before.
      const perMonthCents = Math.min(allowedCents, rules.guardedPerMonthCents);
      return { perOrderCents: perMonthCents, perMonthCents };
    }
  }
}

/** Why an order is too much for its buyer's age; null where it fits. */
export function ageLimitFault(
  limits: AgeLimits | null,
  { spentCents, moreCents }: { spentCents: Cents; moreCents: Cents },
): 'order' | 'month' | null {
  if (limits === null) return null;
  if (moreCents > limits.perOrderCents) return 'order';
  return spentCents + moreCents > limits.perMonthCents ? 'month' : null;
}
