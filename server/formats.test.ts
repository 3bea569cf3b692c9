import { expect, test } from 'vitest';
import { formatMoment } from './formats.ts';

test('a moment is written as on every screen, in the time of São Paulo', () => {
  expect(formatMoment(new Date('2026-11-26T02:40:00Z'))).toBe('25 nov 2026, 23:40');
  expect(formatMoment(new Date('2027-03-01T12:05:00Z'))).toBe('1 mar 2027, 09:05');
});
