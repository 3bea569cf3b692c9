import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('a time survives the field with minute precision', () => {
  const there = toLocalTime('2026-11-22T14:20:31.000Z');
  expect(there).toMatch(/^2026-11-2\dT\d\d:20$/);
  expect(fromLocalTime(there)).toBe('2026-11-22T14:20:00.000Z');
});

test('an invalid time becomes empty, so that the form reports it', () => {
  expect(fromLocalTime('')).toBe('');
});
