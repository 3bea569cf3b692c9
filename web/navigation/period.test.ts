import { expect, test } from 'vitest';
import { dayOf, daysOf, readPeriod } from './period.ts';

const days = (address: string, today = '2026-03-12') =>
  daysOf(readPeriod(new URLSearchParams(address)), today);

test.each([
  ['', {}],
  ['periodo=90d', { from: '2025-12-13', to: '2026-03-12' }],
  ['periodo=7d&de=2026-01-05', { from: '2026-01-05' }],
  ['periodo=datas&ate=2026-02-28', { to: '2026-02-28' }],
])('«%s» becomes days', (address, expected) => expect(days(address)).toEqual(expected));

test.each(['de=2026-02-30', 'ate=0000-01-01', 'de=ontem', 'periodo=sempre', 'de=2026-13-01'])(
  '%s is no valid period and is ignored',
  (address) => expect(days(address)).toEqual({}),
);

test('the day is in São Paulo’s time zone', () => {
  expect(dayOf('2026-03-12T02:59:00Z')).toBe('2026-03-11');
});
