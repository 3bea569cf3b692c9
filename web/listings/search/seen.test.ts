import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSeen, writeSeen } from './seen.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('the last ten listings are kept, newest first, each once and for one person', () => {
  for (let id = 1; id <= 12; id++) writeSeen(7, id);
  writeSeen(7, 5);
  expect(readSeen(7)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3]);
  expect(readSeen(8)).toEqual([]);
});

test('what is broken or blocked is an empty list', () => {
  localStorage.setItem('de:7:vistos', '{"a":1}');
  expect(readSeen(7)).toEqual([]);
  localStorage.setItem('de:7:vistos', 'x');
  expect(readSeen(7)).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  writeSeen(7, 1);
  expect(readSeen(7)).toEqual([]);
});
