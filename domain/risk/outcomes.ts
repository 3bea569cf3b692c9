import type { RiskFacts } from './facts.ts';
import type { RiskRules } from './rules.ts';
import { exceedsVelocity, scoreOrder } from './score.ts';
import type { RiskVerdict } from './score.ts';

/** What rules make of an order that was placed: it passes, staff look at it once it is paid, or it is not placed. */
export const riskOutcomes = ['passed', 'held', 'refused'] as const;
export type RiskOutcome = (typeof riskOutcomes)[number];

/** What an order was, for trying rules on it. */
export interface TriedOrder {
  facts: RiskFacts;
  /** Only a paid order is held. */
  paid: boolean;
}

/**
 * What would have become of an order under these rules (N09). It is examined twice as for real: when it is placed,
 * without what its payment shows later, and when it is paid, where nothing is refused any more.
 */
export function outcomeOf(
  { facts, paid }: TriedOrder,
  rules: RiskRules,
): Pick<RiskVerdict, 'reasons'> & {
  outcome: RiskOutcome;
} {
  const placing: RiskFacts = { ...facts, otherPayer: false, cardAccounts: 0, cardOrdersDay: 0 };
  const first = scoreOrder(placing, rules);
  if (first.action === 'refuse' || exceedsVelocity(placing, rules))
    return { outcome: 'refused', reasons: first.reasons };
  if (!paid) return { outcome: 'passed', reasons: first.reasons };
  const { action, reasons } = scoreOrder(facts, rules);
  return { outcome: action === 'none' ? 'passed' : 'held', reasons };
}
