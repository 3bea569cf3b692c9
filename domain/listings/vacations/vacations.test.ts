import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/business-days.ts';
import { defaultVacationRules } from './rules.ts';
import { daysBetween, lengthOf, mostDaysInWindow, vacationFault } from './vacations.ts';
import type { VacationDays } from './vacations.ts';

const today = '2026-11-29';
const rules = defaultVacationRules;
const from = (offset: number, length: number): VacationDays => ({
  startsOn: addDays(today, offset),
  endsOn: addDays(today, offset + length - 1),
});
const faultOf = (next: VacationDays, others: VacationDays[] = []) =>
  vacationFault(next, { today, others, rules })?.reason ?? null;

describe('a planned vacation (F67)', () => {
  test.each([
    ['of one day, today', from(0, 1), [], null],
    ['of ninety days', from(5, 90), [], null],
    ['of ninety-one days', from(5, 91), [], 'too_many'],
    ['of yesterday', from(-1, 3), [], 'past'],
    [
      'that ends before it begins',
      { startsOn: addDays(today, 3), endsOn: addDays(today, 2) },
      [],
      'reversed',
    ],
    ['a year ahead', from(365, 2), [], null],
    ['more than a year ahead', from(366, 2), [], 'far'],
    ['over a day of another', from(9, 3), [from(11, 4)], 'overlap'],
    ['right after another', from(9, 3), [from(12, 4)], null],
    ['with a past one of the same window', from(10, 31), [from(-300, 60)], 'too_many'],
    ['with a past one that leaves the window meanwhile', from(10, 90), [from(-446, 90)], null],
    ['before a planned one of the same window', from(10, 40), [from(200, 51)], 'too_many'],
    ['before a planned one of another window', from(10, 40), [from(364, 60)], null],
  ] as const)('%s', (_name, next, others, reason) => {
    expect(faultOf(next, [...others])).toBe(reason);
  });
});

test('a running vacation is only lengthened, shortened or ended, and never more than the rules allow (F67)', () => {
  const old = { ...from(-5, 10), isRunning: true };
  const change = (next: VacationDays, given = rules) =>
    vacationFault(next, { today, old, others: [], rules: given })?.reason ?? null;
  expect(change({ ...old, startsOn: addDays(today, 1) })).toBe('past');
  expect(change({ ...old, endsOn: addDays(today, -1) })).toBe('ended');
  expect(change({ ...old, endsOn: addDays(today, 84) })).toBe(null);
  expect(change({ ...old, endsOn: addDays(today, 85) })).toBe('too_many');
  // Stricter rules of meanwhile do not forbid to come back earlier.
  expect(change({ ...old, endsOn: today }, { ...rules, maxDays: 1 })).toBe(null);
});

/** The most days in any window, counted day by day. */
function worst(vacations: readonly VacationDays[], windowDays: number): number {
  let most = 0;
  for (let last = -50; last < 1_300; last += 1) {
    const end = addDays(today, last);
    most = Math.max(most, daysBetween(vacations, addDays(end, 1 - windowDays), end));
  }
  return most;
}

const step = fc.record({
  act: fc.constantFrom('plan', 'plan', 'plan', 'change', 'cancel', 'end'),
  which: fc.nat(20),
  offset: fc.integer({ min: -2, max: 370 }),
  length: fc.integer({ min: 1, max: 100 }),
  pass: fc.integer({ min: 0, max: 90 }),
});

test('whatever is planned, changed, cancelled and ended, no window holds more than the days allowed (F67)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let day = today;
      const all: VacationDays[] = [];
      for (const { act, which, offset, length, pass } of steps) {
        day = addDays(day, pass);
        const next = { startsOn: addDays(day, offset), endsOn: addDays(day, offset + length - 1) };
        const index = which % Math.max(1, all.length);
        const old = all[index];
        const isRunning = old !== undefined && old.startsOn <= day && old.endsOn >= day;
        const isOpen = old !== undefined && old.endsOn >= day;
        const others = all.filter((_each, place) => act === 'plan' || place !== index);
        if (act === 'plan') {
          if (!vacationFault(next, { today: day, others, rules })) all.push(next);
        } else if (act === 'change' && isOpen) {
          const changed = isRunning ? { ...next, startsOn: old.startsOn } : next;
          if (!vacationFault(changed, { today: day, old: { ...old, isRunning }, others, rules }))
            all[index] = changed;
        } else if (act === 'cancel' && isOpen && !isRunning) all.splice(index, 1);
        else if (act === 'end' && isRunning) all[index] = { ...old, endsOn: day };
      }
      expect(worst(all, rules.windowDays)).toBeLessThanOrEqual(rules.maxDays);
      const found = mostDaysInWindow(all, rules.windowDays, { from: addDays(today, -1) });
      expect(found).toBe(worst(all, rules.windowDays));
      const sorted = all.toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1));
      sorted.forEach(({ startsOn }, place) => {
        if (place > 0) expect(startsOn > sorted[place - 1]!.endsOn).toBe(true);
      });
    }),
    { numRuns: 60 },
  );
});

test('days count with the first and the last', () => {
  expect(lengthOf(from(0, 1))).toBe(1);
  expect(lengthOf({ startsOn: '2026-12-24', endsOn: '2027-01-02' })).toBe(10);
  expect(daysBetween([from(0, 10)], addDays(today, 3), addDays(today, 5))).toBe(3);
});
