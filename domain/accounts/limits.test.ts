import { expect, test } from 'vitest';
import { fitsLimit, isNewcomer, limitsOf, nextLevel } from './limits.ts';
import { defaultVerificationRules as rules, verificationLevels } from './verification.ts';

const newcomer = { level: 'N1', ageDays: 0, cleanOrders: 0, restricted: false } as const;

test('a newcomer has half of every limit for 90 days (§4.14)', () => {
  expect(limitsOf(newcomer, rules)).toEqual({
    activeListings: 2,
    maxPriceCents: 10_000,
    salesPerMonthCents: 50_000,
    withdrawPerDayCents: 0,
    buyPerDayCents: 50_000,
  });
  expect(limitsOf({ ...newcomer, ageDays: 89 }, rules).buyPerDayCents).toBe(50_000);
  expect(limitsOf({ ...newcomer, ageDays: 90 }, rules)).toEqual(rules.N1);
});

test('five clean orders end the newcomer period', () => {
  expect(isNewcomer({ ...newcomer, cleanOrders: 4 }, rules)).toBe(true);
  expect(limitsOf({ ...newcomer, cleanOrders: 5 }, rules)).toEqual(rules.N1);
});

test('a restricted account keeps a quarter of its limits, and may withdraw as before', () => {
  const settled = { level: 'N2', ageDays: 100, cleanOrders: 0, restricted: true } as const;
  expect(limitsOf(settled, rules)).toEqual({
    activeListings: 12,
    maxPriceCents: 50_000,
    salesPerMonthCents: 500_000,
    withdrawPerDayCents: rules.N2.withdrawPerDayCents,
    buyPerDayCents: 125_000,
  });
  expect(limitsOf({ ...settled, ageDays: 0 }, rules)).toMatchObject({
    activeListings: 6,
    withdrawPerDayCents: rules.N2.withdrawPerDayCents / 2,
  });
});

test('halving keeps an unlimited value unlimited', () => {
  expect(limitsOf({ ...newcomer, level: 'N3' }, rules).salesPerMonthCents).toBeNull();
  expect(fitsLimit(1e12, 1e12, null)).toBe(true);
});

test('a limit may be reached but not exceeded', () => {
  expect(fitsLimit(700, 300, 1_000)).toBe(true);
  expect(fitsLimit(700, 301, 1_000)).toBe(false);
});

test('the next level comes with this person’s limits there, and the last level has no next', () => {
  expect(nextLevel(newcomer, rules)).toMatchObject({ level: 'N2', limits: { activeListings: 25 } });
  expect(nextLevel({ ...newcomer, level: 'N3', ageDays: 100 }, rules)).toBeNull();
});

test('every level allows at least as much as the one below', () => {
  verificationLevels.slice(1).forEach((level, below) => {
    const lower = rules[verificationLevels[below]!];
    const higher = rules[level];
    expect(higher.buyPerDayCents).toBeGreaterThanOrEqual(lower.buyPerDayCents);
    expect(higher.activeListings).toBeGreaterThanOrEqual(lower.activeListings);
    expect(higher.withdrawPerDayCents).toBeGreaterThanOrEqual(lower.withdrawPerDayCents);
  });
});
