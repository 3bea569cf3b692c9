import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('a time goes into the field and comes back to the minute', () => {
  const there = toLocalTime('2026-11-22T14:20:31.000Z');
  expect(there).toMatch(/^2026-11-2\dT\d\d:20$/);
  expect(fromLocalTime(there)).toBe('2026-11-22T14:20:00.000Z');
});

test('what is no time is empty, for the form to say so', () => {
  expect(fromLocalTime('')).toBe('');
});
