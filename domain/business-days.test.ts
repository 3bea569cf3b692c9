import { getHolidays } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  afterBusinessDays,
  closedDays,
  saoPauloDay,
  endOfDay,
  holidaysError,
  isBusinessDay,
  noClosedDays,
  startOfDay,
} from './business-days.ts';

describe('business days', () => {
  test('include every national holiday that another library lists', () => {
    for (const year of [2024, 2025, 2026, 2027, 2030, 2038]) {
      const wrong = getHolidays(year).filter(({ date }) => isBusinessDay(isoOf(date), noClosedDays));
      expect(wrong, String(year)).toEqual([]);
    }
  });

  test('exclude Carnival and Corpus Christi, when banks are closed, and weekends', () => {
    for (const day of ['2026-02-16', '2026-02-17', '2026-06-04', '2026-11-21', '2026-11-22'])
      expect([day, isBusinessDay(day, noClosedDays)]).toEqual([day, false]);
    for (const day of ['2026-02-18', '2026-06-05', '2026-11-23', '2026-11-24'])
      expect([day, isBusinessDay(day, noClosedDays)]).toEqual([day, true]);
  });

  test('are counted across weekends and holidays', () => {
    expect(addBusinessDays('2026-11-17', 3, noClosedDays)).toBe('2026-11-23');
    expect(addBusinessDays('2026-12-23', 3, noClosedDays)).toBe('2026-12-29');
    expect(addBusinessDays('2026-11-22', 1, noClosedDays)).toBe('2026-11-23');
  });

  test('exclude configured holidays of a state, of a city or of banks', () => {
    const closed = closedDays({ holidays: ['2027-01-25 Aniversário de São Paulo', '2026-12-31 Sem banco'] });
    expect(isBusinessDay('2027-01-25', closed)).toBe(false);
    expect(addBusinessDays('2026-12-30', 1, closed)).toBe('2027-01-04');
    expect(afterBusinessDays(new Date('2027-01-22T15:00:00Z'), 1, closed).toISOString()).toBe(
      '2027-01-26T15:00:00.000Z',
    );
  });

  test('end at the same hour of São Paulo, across weekends and holidays', () => {
    // Friday, 22:30 in São Paulo, which is Saturday in UTC.
    const friday = new Date('2026-06-06T01:30:00Z');
    expect(afterBusinessDays(friday, 1, noClosedDays).toISOString()).toBe('2026-06-09T01:30:00.000Z');
    expect(afterBusinessDays(friday, 5, noClosedDays).toISOString()).toBe('2026-06-13T01:30:00.000Z');
    // The day after is Tiradentes.
    expect(afterBusinessDays(new Date('2026-04-20T15:00:00Z'), 1, noClosedDays).toISOString()).toBe(
      '2026-04-22T15:00:00.000Z',
    );
  });

  test('begin and end at midnight of São Paulo, also when its clock changed', () => {
    expect(saoPauloDay(new Date('2026-11-22T02:59:59Z'))).toBe('2026-11-21');
    expect(startOfDay('2026-11-22').toISOString()).toBe('2026-11-22T03:00:00.000Z');
    expect(endOfDay('2026-11-22').toISOString()).toBe('2026-11-23T02:59:59.000Z');
    // In 2018 summer time began at midnight: the day started at one o'clock, an hour nearer to UTC.
    expect(startOfDay('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(startOfDay('2018-12-01').toISOString()).toBe('2018-12-01T02:00:00.000Z');
  });
});

describe('a list of holidays', () => {
  test('requires existing dates with a name, each date once', () => {
    expect(holidaysError([])).toBeNull();
    expect(holidaysError(['2028-02-29 Dia a mais', '2027-07-09 Revolução de 1932'])).toBeNull();
    for (const wrong of ['2027-02-29 Não existe', '2027-13-01 Não existe'])
      expect(holidaysError([wrong])).toBe('Uma das datas não existe.');
    for (const wrong of [
      '',
      '2027-07-09',
      '2027-07-09 X',
      '09/07/2027 Data assim',
      `2027-07-09 ${'x'.repeat(61)}`,
    ])
      expect(holidaysError([wrong])).toBe('Cada feriado tem uma data e um nome de 2 a 60 letras.');
    expect(holidaysError(['2027-07-09 Um', '2027-07-09 Outro'])).toBe('A mesma data está duas vezes.');
    const many = Array.from({ length: 401 }, (_, n) => `${2000 + n}-01-02 Dia`);
    expect(holidaysError(many)).toBe('Use até 400 feriados.');
  });
});

function isoOf(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
