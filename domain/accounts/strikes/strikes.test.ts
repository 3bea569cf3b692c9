import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultStrikeRules, measureMs, measureOf, strikeMeasures, suspends } from './strikes.ts';
import type { StrikeRules } from './strikes.ts';

test.each([
  [1, 'warning', 0],
  [2, 'review', 30],
  [3, 'short_suspension', 7],
  [4, 'long_suspension', 30],
  [5, 'closing', 30],
  [20, 'closing', 30],
])('F55: strike %i brings %s for %i days', (step, measure, days) => {
  const found = measureOf(step, defaultStrikeRules);
  expect(found).toBe(measure);
  expect(measureMs(found, defaultStrikeRules)).toBe(days * 86_400_000);
});

const number = fc.integer({ min: 1, max: 20 });
const rules = fc.record<StrikeRules>({
  expireMs: fc.constant(defaultStrikeRules.expireMs),
  reviewFrom: number,
  shortFrom: number,
  longFrom: number,
  closeFrom: number,
  reviewMs: fc.integer({ min: 1, max: 1_000 }),
  shortMs: fc.integer({ min: 1, max: 1_000 }),
  longMs: fc.integer({ min: 1, max: 1_000 }),
});

test('one strike more never brings a milder measure, and every measure but a warning has a length', () => {
  fc.assert(
    fc.property(rules, number, (given, step) => {
      const [now, next] = [measureOf(step, given), measureOf(step + 1, given)];
      expect(strikeMeasures.indexOf(next)).toBeGreaterThanOrEqual(strikeMeasures.indexOf(now));
      expect(measureMs(now, given) > 0).toBe(now !== 'warning');
      if (suspends(now)) expect(suspends(next)).toBe(true);
    }),
  );
});
