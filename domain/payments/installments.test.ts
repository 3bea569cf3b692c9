import { expect, test } from 'vitest';
import { chargedPlan, defaultCardRules, findPlan, installmentPlans, longestPlan } from './installments.ts';

test('one installment costs the price, and each further one raises the total', () => {
  const plans = installmentPlans(100_000, defaultCardRules);
  expect(plans[0]).toEqual({ count: 1, eachCents: 100_000, interestCents: 0, totalCents: 100_000 });
  expect(plans).toHaveLength(12);
  for (const [at, { totalCents }] of plans.entries())
    if (at > 0) expect(totalCents).toBeGreaterThan(plans[at - 1]!.totalCents);
});

test('equal installments follow the Price table', () => {
  const { eachCents, totalCents } = findPlan(100_000, 3, defaultCardRules)!;
  expect(presentValue(eachCents)).toBeGreaterThanOrEqual(100_000);
  expect(presentValue(eachCents - 1)).toBeLessThan(100_000);
  expect(totalCents).toBe(eachCents * 3);
});

test('without interest the total is the price, to the centavo', () => {
  const rules = { ...defaultCardRules, monthlyInterestBps: 0 };
  expect(findPlan(10_000, 3, rules)).toEqual({
    count: 3,
    eachCents: 3_334,
    interestCents: 0,
    totalCents: 10_000,
  });
});

test('the plan beside a price is one of the checkout, and a small price has none', () => {
  expect(longestPlan(100_000, defaultCardRules)).toEqual(findPlan(100_000, 12, defaultCardRules));
  expect(longestPlan(1_200, defaultCardRules)?.count).toBe(2);
  expect(longestPlan(900, defaultCardRules)).toBeNull();
});

test('a stored payment has the plan that was charged', () => {
  const plan = findPlan(100_000, 3, defaultCardRules)!;
  expect(chargedPlan(100_000, plan)).toEqual(plan);
  expect(chargedPlan(100_000, { count: null, totalCents: null }).interestCents).toBe(0);
});

test('small amounts are not divided into tiny installments', () => {
  expect(installmentPlans(1_200, defaultCardRules).map(({ count }) => count)).toEqual([1, 2]);
  expect(findPlan(1_200, 3, defaultCardRules)).toBeNull();
  expect(findPlan(100_000, 13, defaultCardRules)).toBeNull();
});

/** Of three installments, at the interest of the rules. */
function presentValue(eachCents: number): number {
  return [1, 2, 3].reduce((sum, month) => sum + eachCents / 1.0299 ** month, 0);
}
