import type { Cents } from './money.ts';
import type { LevelLimits, VerificationLevel, VerificationRules } from './verification.ts';
import { verificationLevels } from './verification.ts';

/** What decides how much a person may do (product §4.14). */
export interface Track {
  level: VerificationLevel;
  /** Whole days since the account was made. */
  ageDays: number;
  /** Purchases and sales that were completed and never complained about. */
  cleanOrders: number;
}

/** Newcomers have half of everything until time or clean orders speak for them. */
export function isNewcomer({ ageDays, cleanOrders }: Track, rules: VerificationRules): boolean {
  return ageDays < rules.newcomerDays && cleanOrders < rules.cleanOrders;
}

/** What this person may do now; halves are rounded down. */
export function limitsOf(track: Track, rules: VerificationRules): LevelLimits {
  const whole = rules[track.level];
  return isNewcomer(track, rules) ? halved(whole) : whole;
}

/** The next level and what it would allow this person; null at the last. */
export function nextLevel(
  track: Track,
  rules: VerificationRules,
): { level: VerificationLevel; limits: LevelLimits } | null {
  const level = verificationLevels[verificationLevels.indexOf(track.level) + 1];
  return level ? { level, limits: limitsOf({ ...track, level }, rules) } : null;
}

const half = (amount: number) => Math.floor(amount / 2);

function halved(limits: LevelLimits): LevelLimits {
  const { salesPerMonthCents } = limits;
  return {
    activeListings: half(limits.activeListings),
    maxPriceCents: half(limits.maxPriceCents),
    salesPerMonthCents: salesPerMonthCents === null ? null : half(salesPerMonthCents),
    withdrawPerDayCents: half(limits.withdrawPerDayCents),
    buyPerDayCents: half(limits.buyPerDayCents),
  };
}

/** Whether one more fits below a limit; `null` is no limit. */
export function fits(used: Cents, more: Cents, limit: Cents | null): boolean {
  return limit === null || used + more <= limit;
}
