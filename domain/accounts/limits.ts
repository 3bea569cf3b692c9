import type { Cents } from '#domain/money.ts';
import type { LevelLimits, VerificationLevel, VerificationRules } from './verification.ts';
import { verificationLevels } from './verification.ts';

/** The facts that determine a person's limits (§4.14). */
export interface TrackRecord {
  level: VerificationLevel;
  /** Whole days since the account was made. */
  ageDays: number;
  /** Purchases and sales that were completed and never complained about. */
  cleanOrders: number;
  /** Staff restricted the account (§4.17). */
  restricted: boolean;
}

/** Newcomers have half of every limit until their account is old enough or has enough clean orders. */
export function isNewcomer(
  { ageDays, cleanOrders }: Pick<TrackRecord, 'ageDays' | 'cleanOrders'>,
  rules: VerificationRules,
): boolean {
  return ageDays < rules.newcomerDays && cleanOrders < rules.cleanOrders;
}

/** The limits of this person now; fractions are rounded down. */
export function limitsOf(track: TrackRecord, rules: VerificationRules): LevelLimits {
  const whole = rules[track.level];
  const limits = isNewcomer(track, rules) ? scaleLimits(whole, halfBps) : whole;
  if (!track.restricted) return limits;
  // A restriction never withholds undisputed money (N02).
  return { ...scaleLimits(limits, rules.restrictedBps), withdrawPerDayCents: limits.withdrawPerDayCents };
}

/** The next level and the limits this person would have there; null at the last level. */
export function nextLevel(
  track: TrackRecord,
  rules: VerificationRules,
): { level: VerificationLevel; limits: LevelLimits } | null {
  const level = verificationLevels[verificationLevels.indexOf(track.level) + 1];
  return level ? { level, limits: limitsOf({ ...track, level }, rules) } : null;
}

const halfBps = 5_000;

function scaleLimits(limits: LevelLimits, bps: number): LevelLimits {
  const scale = (amount: number) => Math.floor((amount * bps) / 10_000);
  const { salesPerMonthCents } = limits;
  return {
    activeListings: scale(limits.activeListings),
    maxPriceCents: scale(limits.maxPriceCents),
    salesPerMonthCents: salesPerMonthCents === null ? null : scale(salesPerMonthCents),
    withdrawPerDayCents: scale(limits.withdrawPerDayCents),
    buyPerDayCents: scale(limits.buyPerDayCents),
  };
}

/** Whether `used + more` is within a limit; `null` means no limit. */
export function fitsLimit(used: Cents, more: Cents, limit: Cents | null): boolean {
  return limit === null || used + more <= limit;
}
