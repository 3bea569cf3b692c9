import { getHolidays } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from 'vitest';
import { addBusinessDays, afterBusinessDays, dayIn, endOf, isBusinessDay, startOf } from './business-days.ts';

describe('business days', () => {
  test('have every holiday of the nation that another library knows', () => {
    for (const year of [2024, 2025, 2026, 2027, 2030, 2038]) {
      const wrong = getHolidays(year).filter(({ date }) => isBusinessDay(isoOf(date)));
      expect(wrong, String(year)).toEqual([]);
    }
  });

  test('leave out Carnival and Corpus Christi, which banks keep, and weekends', () => {
    for (const day of ['2026-02-16', '2026-02-17', '2026-06-04', '2026-11-21', '2026-11-22'])
      expect([day, isBusinessDay(day)]).toEqual([day, false]);
    for (const day of ['2026-02-18', '2026-06-05', '2026-11-23', '2026-11-24'])
      expect([day, isBusinessDay(day)]).toEqual([day, true]);
  });

  test('are counted over weekends and holidays', () => {
    expect(addBusinessDays('2026-11-17', 3)).toBe('2026-11-23');
    expect(addBusinessDays('2026-12-23', 3)).toBe('2026-12-29');
    expect(addBusinessDays('2026-11-22', 1)).toBe('2026-11-23');
  });

  test('pass at the same hour of São Paulo, over weekends and holidays', () => {
    // Friday, 22:30 in São Paulo, which is Saturday in UTC.
    const friday = new Date('2026-06-06T01:30:00Z');
    expect(afterBusinessDays(friday, 1).toISOString()).toBe('2026-06-09T01:30:00.000Z');
    expect(afterBusinessDays(friday, 5).toISOString()).toBe('2026-06-13T01:30:00.000Z');
    // The day after is Tiradentes.
    expect(afterBusinessDays(new Date('2026-04-20T15:00:00Z'), 1).toISOString()).toBe(
      '2026-04-22T15:00:00.000Z',
    );
  });

  test('begin and end in São Paulo, also when its clock was moved', () => {
    expect(dayIn(new Date('2026-11-22T02:59:59Z'))).toBe('2026-11-21');
    expect(startOf('2026-11-22').toISOString()).toBe('2026-11-22T03:00:00.000Z');
    expect(endOf('2026-11-22').toISOString()).toBe('2026-11-23T02:59:59.000Z');
    // In 2018 summer time began at midnight: the day started at one o'clock, an hour nearer to UTC.
    expect(startOf('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(startOf('2018-12-01').toISOString()).toBe('2018-12-01T02:00:00.000Z');
  });
});

function isoOf(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
