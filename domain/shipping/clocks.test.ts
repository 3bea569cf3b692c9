import { describe, expect, test } from 'vitest';
import { closedDays, isBusinessDay, noClosedDays } from '#domain/business-days.ts';
import { states } from '#domain/addresses/states.ts';
import {
  assumedDeliveredAt,
  cancelUnpostedAt,
  collectBy,
  defaultShipmentClocks,
  lostAt,
  pickupBy,
  postBy,
  postReminderAt,
  promisedOn,
  returnPostBy,
} from './clocks.ts';
import { closedDaysOf, yearsFrom } from './state-holidays.ts';

/** The end of a day in São Paulo, as UTC. */
const endOf = (day: number, month = 11) => new Date(Date.UTC(2026, month - 1, day + 1, 2, 59, 59));
/** Friday, 27 November 2026, 15:00 in São Paulo. */
const friday = new Date('2026-11-27T18:00:00Z');

describe('the time to post (S07)', () => {
  test('is business days after the payment, to the end of the last', () => {
    expect(postBy(friday, 1, noClosedDays)).toEqual(endOf(30));
    expect(postBy(friday, 3, noClosedDays)).toEqual(endOf(2, 12));
  });

  test('counts the day of São Paulo, not of UTC', () => {
    expect(postBy(new Date('2026-11-28T02:00:00Z'), 1, noClosedDays)).toEqual(endOf(30));
  });

  test('leaves out holidays of the origin and those that staff maintain', () => {
    const evangelicals = closedDaysOf('DF', [2026], { holidays: [] });
    expect(postBy(friday, 1, evangelicals)).toEqual(endOf(1, 12));
    const ours = closedDaysOf('DF', [2026], { holidays: ['2026-12-01 Mudança de sistema'] });
    expect(postBy(friday, 1, ours)).toEqual(endOf(2, 12));
  });

  test('ends with a reminder when a quarter is left, and a cancellation one business day later', () => {
    const by = postBy(friday, 1, noClosedDays);
    const all = by.getTime() - friday.getTime();
    expect(postReminderAt(friday, by, 2_500)).toEqual(new Date(friday.getTime() + all * 0.75));
    expect(cancelUnpostedAt(by, noClosedDays)).toEqual(endOf(1, 12));
    expect(cancelUnpostedAt(by, noClosedDays, { ...defaultShipmentClocks, cancelDays: 2 })).toEqual(
      endOf(2, 12),
    );
  });
});

describe('a posted parcel (S07, S08)', () => {
  const promised = promisedOn(friday, 5, noClosedDays);

  test('is promised for the days of its service and one more', () => {
    expect(promised).toEqual(endOf(7, 12));
  });

  test('is lost ten business days after the promised day, or after later news', () => {
    expect(lostAt(promised, null, noClosedDays)).toEqual(endOf(21, 12));
    expect(lostAt(promised, friday, noClosedDays)).toEqual(endOf(21, 12));
    expect(lostAt(promised, new Date('2026-12-09T12:00:00Z'), noClosedDays)).toEqual(endOf(23, 12));
  });

  test('without tracking counts as delivered at the end of the promised day', () => {
    expect(assumedDeliveredAt(promised)).toEqual(promised);
  });
});

test('a parcel waits seven days at the branch, as a return and a pickup do (S10)', () => {
  for (const by of [collectBy, returnPostBy, pickupBy]) expect(by(friday)).toEqual(endOf(4, 12));
});

describe('the holidays of a state (S07)', () => {
  test.each([
    ['SP', '2026-07-09'],
    ['RJ', '2026-04-23'],
    ['PA', '2028-08-15'],
    ['BA', '2026-07-02'],
    // Easter is on 5 April 2026.
    ['ES', '2026-04-13'],
    // 5 September 2028 is a Tuesday.
    ['AC', '2028-09-08'],
    // 23 January 2026 is a Friday.
    ['AC', '2026-01-23'],
  ] as const)('of %s include %s', (state, day) => {
    const closed = closedDaysOf(state, [Number(day.slice(0, 4))], { holidays: [] });
    expect(isBusinessDay(day, closed)).toBe(false);
    expect(isBusinessDay(day, noClosedDays)).toBe(true);
  });

  test('are closed in that state only', () => {
    expect(isBusinessDay('2026-07-09', closedDaysOf('RJ', [2026], { holidays: [] }))).toBe(true);
  });

  test('are days that exist, at most five a year, and add to the holidays of staff', () => {
    const calendar = { holidays: ['2027-01-25 Aniversário de São Paulo'] };
    for (const state of states) {
      const closed = closedDaysOf(state, [2026, 2027], calendar);
      expect(closed.size).toBeLessThanOrEqual(11);
      expect([...closedDays(calendar)].every((day) => closed.has(day))).toBe(true);
      for (const day of closed) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
    }
  });

  test('are looked up for this year and the next', () => {
    expect(yearsFrom('2026-12-30')).toEqual([2026, 2027]);
  });
});
