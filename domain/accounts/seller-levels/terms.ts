import type { FeeRule } from '#domain/ledger/fees.ts';
import type { OrderTimers } from '#domain/orders/timers.ts';
import type { SellerLevel, SellerLevelRules } from './rules.ts';

const day = 86_400_000;

/**
 * §4.3: the release delay in days that a level has instead of the general one, which it may only shorten; null where the
 * general rule applies. It counts in categories without a delay of their own that are not risky, and moves no right of
 * the buyer.
 */
export function levelHoldDays(
  level: SellerLevel,
  { sellerLevels, timers }: { sellerLevels: SellerLevelRules; timers: OrderTimers },
): number | null {
  if (level === 'new') return null;
  const { holdDays } = sellerLevels[level];
  return holdDays * day < timers.holdMs ? holdDays : null;
}

/** §4.5: the fees of a plan for a seller of this level: the commission less the rebate, never below zero. */
export function feeRuleAt<Plan extends FeeRule>(
  plan: Plan,
  level: SellerLevel,
  rules: SellerLevelRules,
): Plan {
  const rebateBps = level === 'new' ? 0 : rules[level].rebateBps;
  return { ...plan, commissionBps: Math.max(plan.commissionBps - rebateBps, 0) };
}
