import { expect, test } from 'vitest';
import { formatMoment } from './formats.ts';

test("a moment is formatted in São Paulo's time, as on every screen", () => {
  expect(formatMoment(new Date('2026-11-26T02:40:00Z'))).toBe('25 nov 2026, 23:40');
  expect(formatMoment(new Date('2027-03-01T12:05:00Z'))).toBe('1 mar 2027, 09:05');
});
