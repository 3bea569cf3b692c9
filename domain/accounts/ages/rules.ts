import type { Cents } from '#domain/money.ts';

/** What the law's protection of minors (Lei 15.211/2025, F58) means here; money in cents, by calendar month of São Paulo. */
export interface AgeRules {
  /** Whether ages are enforced at all. */
  enforced: boolean;
  /** The most that a person whose birth is not proven buys. */
  unprovenPerOrderCents: Cents;
  unprovenPerMonthCents: Cents;
  /** The most that a minor buys without the consent of a guardian. */
  minorPerOrderCents: Cents;
  minorPerMonthCents: Cents;
  /** The most that a guardian may allow. */
  guardedPerMonthCents: Cents;
  minorsPerGuardian: number;
  /** How long a guardian has to answer. */
  consentAnswerMs: number;
  /** Days for which accounts from before these rules need no proof. */
  graceDays: number;
}

export const defaultAgeRules: AgeRules = {
  enforced: true,
  unprovenPerOrderCents: 50_000,
  unprovenPerMonthCents: 100_000,
  minorPerOrderCents: 5_000,
  minorPerMonthCents: 10_000,
  guardedPerMonthCents: 100_000,
  minorsPerGuardian: 4,
  consentAnswerMs: 7 * 86_400_000,
  graceDays: 30,
};
