import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageOn } from '#domain/accounts/verification.ts';
import { isPossibleBirth } from './ages.ts';

const today = '2026-11-28';

test.each([
  ['1900-01-01', true],
  ['1899-12-31', false],
  [today, true],
  ['2026-11-29', false],
  ['2000-02-29', true],
  ['2001-02-29', false],
  ['2001-13-01', false],
  ['soon', false],
])('F58: %s may be a birth: %s', (day, possible) => {
  expect(isPossibleBirth(day, today)).toBe(possible);
});

test('a person born on 29 February is a year older on 1 March of other years', () => {
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
  expect(ageOn('2008-02-29', '2028-02-29')).toBe(20);
});

test('an age never falls from one day to the next', () => {
  const days = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, days, (birth, day) => {
      const next = new Date(day.getTime() + 86_400_000);
      const [bornOn, on, after] = [birth, day, next].map((each) => each.toISOString().slice(0, 10));
      const grown = ageOn(bornOn!, after!) - ageOn(bornOn!, on!);
      return grown === 0 || grown === 1;
    }),
  );
});
