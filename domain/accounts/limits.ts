import type { Cents } from '#domain/money.ts';
import type { LevelLimits, VerificationLevel, VerificationRules } from './verification.ts';
import { verificationLevels } from './verification.ts';

/** What decides how much a person may do (§4.14). */
export interface Track {
  level: VerificationLevel;
  /** Whole days since the account was made. */
  ageDays: number;
  /** Purchases and sales that were completed and never complained about. */
  cleanOrders: number;
  /** The team restricted the account (§4.17). */
  restricted: boolean;
}

/** Newcomers have half of everything until time or clean orders speak for them. */
export function isNewcomer(
  { ageDays, cleanOrders }: Pick<Track, 'ageDays' | 'cleanOrders'>,
  rules: VerificationRules,
): boolean {
  return ageDays < rules.newcomerDays && cleanOrders < rules.cleanOrders;
}

/** What this person may do now; parts are rounded down. */
export function limitsOf(track: Track, rules: VerificationRules): LevelLimits {
  const whole = rules[track.level];
  const limits = isNewcomer(track, rules) ? part(whole, halfBps) : whole;
  if (!track.restricted) return limits;
  // Money that nobody disputes is never kept back (N02).
  return { ...part(limits, rules.restrictedBps), withdrawPerDayCents: limits.withdrawPerDayCents };
}

/** The next level and what it would allow this person; null at the last. */
export function nextLevel(
  track: Track,
  rules: VerificationRules,
): { level: VerificationLevel; limits: LevelLimits } | null {
  const level = verificationLevels[verificationLevels.indexOf(track.level) + 1];
  return level ? { level, limits: limitsOf({ ...track, level }, rules) } : null;
}

const halfBps = 5_000;

function part(limits: LevelLimits, bps: number): LevelLimits {
  const of = (amount: number) => Math.floor((amount * bps) / 10_000);
  const { salesPerMonthCents } = limits;
  return {
    activeListings: of(limits.activeListings),
    maxPriceCents: of(limits.maxPriceCents),
    salesPerMonthCents: salesPerMonthCents === null ? null : of(salesPerMonthCents),
    withdrawPerDayCents: of(limits.withdrawPerDayCents),
    buyPerDayCents: of(limits.buyPerDayCents),
  };
}

/** Whether one more fits below a limit; `null` is no limit. */
export function fits(used: Cents, more: Cents, limit: Cents | null): boolean {
  return limit === null || used + more <= limit;
}
