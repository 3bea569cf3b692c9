import { expect, test } from 'vitest';
import { defaultRules, completeRules } from './rules.ts';

test('a rule that is missing in an older version has its default, at any depth', () => {
  const { pixExpiryMs, ...older } = defaultRules.timers;
  const { reports, ...kept } = { ...defaultRules, timers: { ...older, holdMs: 1 }, maxUnpaidOrders: 9 };
  const read = completeRules(kept);
  expect(read.timers.pixExpiryMs).toBe(pixExpiryMs);
  expect(read.timers.holdMs).toBe(1);
  expect(read.reports).toEqual(reports);
  expect(read.maxUnpaidOrders).toBe(9);
});

test('a stored list and a stored null are not merged with defaults', () => {
  const kept = structuredClone(defaultRules);
  kept.listings.bannedWords = [];
  kept.verification.N2.salesPerMonthCents = null;
  const read = completeRules(kept);
  expect(read.listings.bannedWords).toEqual([]);
  expect(read.verification.N2.salesPerMonthCents).toBeNull();
});
