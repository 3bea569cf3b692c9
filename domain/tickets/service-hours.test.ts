import { expect, test } from 'vitest';
import { closedDays, noClosedDays } from '#domain/business-days.ts';
import { afterServiceTime, hoursFault, isServed, servedUntil, serviceTime } from './service-hours.ts';

const hour = 3_600_000;
const hours = ['seg-sex 13:00-18:00', 'seg-sex 09:00-12:00', 'sab 09:00-12:00'];
/** An instant of São Paulo's clock. */
const at = (local: string) => new Date(`${local}:00-03:00`);
const local = (date: Date) => new Date(date.getTime() - 3 * hour).toISOString().slice(0, 16);
const served = (when: string) => isServed(at(when), hours, noClosedDays);
const until = (when: string) => {
  const end = servedUntil(at(when), hours, noClosedDays);
  return end && local(end);
};
const after = (from: string, ms: number, closed = noClosedDays) =>
  local(afterServiceTime(at(from), ms, hours, closed));

test('working time counts only within the hours, over breaks, nights and weekends', () => {
  // Monday the 7th of December.
  expect(after('2026-12-07T10:00', hour)).toBe('2026-12-07T11:00');
  expect(after('2026-12-07T11:00', 2 * hour)).toBe('2026-12-07T14:00');
  expect(after('2026-12-07T17:00', 2 * hour)).toBe('2026-12-08T10:00');
  expect(after('2026-12-07T12:30', 0)).toBe('2026-12-07T13:00');
  expect(after('2026-12-11T17:00', 3 * hour)).toBe('2026-12-12T11:00');
  expect(after('2026-12-12T11:00', 3 * hour)).toBe('2026-12-14T11:00');
  expect(after('2026-12-07T09:00', 8 * hour)).toBe('2026-12-07T18:00');
});

test('a national or configured holiday has no working time', () => {
  expect(after('2026-12-24T17:00', 2 * hour)).toBe('2026-12-26T10:00');
  // Christmas of 2027 is a Saturday.
  expect(after('2027-12-24T17:00', 2 * hour)).toBe('2027-12-27T10:00');
  const closed = closedDays({ holidays: ['2026-12-08 Padroeira', '2026-12-12 Sábado fechado'] });
  expect(after('2026-12-07T17:00', 2 * hour, closed)).toBe('2026-12-09T10:00');
  expect(after('2026-12-11T17:00', 2 * hour, closed)).toBe('2026-12-14T10:00');
});

test('the working time between two instants leads from the first to the second', () => {
  for (const [from, ms] of [
    ['2026-12-07T10:00', hour],
    ['2026-12-11T17:00', 30 * hour],
    ['2026-12-12T20:00', 5 * hour],
  ] as const) {
    const end = afterServiceTime(at(from), ms, hours, noClosedDays);
    expect(serviceTime(at(from), end, hours, noClosedDays)).toBe(ms);
  }
  expect(serviceTime(at('2026-12-07T10:00'), at('2026-12-07T09:00'), hours, noClosedDays)).toBe(0);
});

test('staff are available within the hours, excluding their end', () => {
  expect(['2026-12-07T09:00', '2026-12-07T17:59', '2026-12-12T11:00'].map(served)).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    ['2026-12-07T12:00', '2026-12-07T18:00', '2026-12-13T10:00', '2026-12-25T10:00'].map(served),
  ).toEqual([false, false, false, false]);
});

test('invalid hours are refused with the line', () => {
  expect(hoursFault(hours)).toBeNull();
  expect(hoursFault(['dom 00:00-24:00'])).toBeNull();
  expect(hoursFault([])).toBe('Use de 1 a 30 linhas.');
  for (const wrong of [
    'seg-sex 9-18',
    'sex-seg 09:00-18:00',
    'seg 18:00-09:00',
    'seg 09:00-24:01',
    'xyz 09:00-10:00',
  ])
    expect(hoursFault([wrong])).toBe(`Escreva «${wrong}» como «seg-sex 09:00-18:00».`);
});

test('a deadline ends even with too few hours', () => {
  expect(afterServiceTime(at('2026-12-07T10:00'), hour, ['xyz'], noClosedDays).getTime()).toBeGreaterThan(0);
});

test('an interval ends at its break or in the evening, and there is none outside of the hours', () => {
  expect(until('2026-12-07T09:00')).toBe('2026-12-07T12:00');
  expect(until('2026-12-07T12:00')).toBeNull();
  expect(until('2026-12-07T13:00')).toBe('2026-12-07T18:00');
  expect(until('2026-12-13T10:00')).toBeNull();
});
