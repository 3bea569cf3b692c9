import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageLimitFault, ageLimits, buyerAge } from './buyers.ts';
import { defaultAgeRules } from './rules.ts';

test.each([
  [null, 'unproven'],
  [0, 'child'],
  [11, 'child'],
  [12, 'minor'],
  [17, 'minor'],
  [18, 'adult'],
  [90, 'adult'],
])('F58: an age of %s is that of a buyer who is %s', (years, age) => {
  expect(buyerAge(years)).toBe(age);
});

const cents = fc.integer({ min: 1, max: 100_000 });

test('however a minor splits purchases, a month never exceeds what is allowed', () => {
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 40 }), fc.option(cents), (orders, allowed) => {
      const limits = ageLimits('minor', allowed, defaultAgeRules)!;
      const spent = orders.reduce(
        (sum, more) => (ageLimitFault(limits, { spentCents: sum, moreCents: more }) ? sum : sum + more),
        0,
      );
      expect(spent).toBeLessThanOrEqual(limits.perMonthCents);
      expect(limits.perMonthCents).toBeLessThanOrEqual(defaultAgeRules.guardedPerMonthCents);
    }),
  );
});

test('a child buys nothing and an adult everything', () => {
  fc.assert(
    fc.property(cents, (more) => {
      const order = { spentCents: 0, moreCents: more };
      expect(ageLimitFault(ageLimits('child', more, defaultAgeRules), order)).toBe('order');
      expect(ageLimitFault(ageLimits('adult', null, defaultAgeRules), order)).toBeNull();
    }),
  );
});
