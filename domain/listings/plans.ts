import type { FeeRule } from '#domain/ledger/fees.ts';
import { plans } from './listings.ts';
import type { Plan } from './listings.ts';

/** A plan as sellers choose it for a listing (§4.5): what it charges, and what it brings besides its place. */
export interface PlanRule extends FeeRule {
  /** The numbers of each week: on a page of the seller's, and told when the week is over. */
  weeklyStatistics: boolean;
}

export type PlanRules = Record<Plan, PlanRule>;

/** The plans that bring the numbers of a week; none where the team switched it off everywhere. */
export function plansWithStatistics(rules: PlanRules): Plan[] {
  return plans.filter((plan) => rules[plan].weeklyStatistics);
}
