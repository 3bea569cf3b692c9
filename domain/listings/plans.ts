import type { FeeRule } from '#domain/ledger/fees.ts';
import { plans } from './listings.ts';
import type { Plan } from './listings.ts';

/** A plan that sellers choose for a listing (§4.5): its fees and its additional benefits. */
export interface PlanRule extends FeeRule {
  /** Weekly statistics: on a page of the seller, and in a notice at the end of each week. */
  weeklyStatistics: boolean;
}

export type PlanRules = Record<Plan, PlanRule>;

/** The plans that include weekly statistics. */
export function plansWithStatistics(rules: PlanRules): Plan[] {
  return plans.filter((plan) => rules[plan].weeklyStatistics);
}
