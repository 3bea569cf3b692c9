import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRecentlyViewed, storeViewed } from './recently-viewed.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('the last ten listings are stored, newest first, each once and per user', () => {
  for (let id = 1; id <= 12; id++) storeViewed(7, id);
  storeViewed(7, 5);
  expect(readRecentlyViewed(7)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3]);
  expect(readRecentlyViewed(8)).toEqual([]);
});

test('broken or blocked storage is an empty list', () => {
  localStorage.setItem('de:7:vistos', '{"a":1}');
  expect(readRecentlyViewed(7)).toEqual([]);
  localStorage.setItem('de:7:vistos', 'x');
  expect(readRecentlyViewed(7)).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  storeViewed(7, 1);
  expect(readRecentlyViewed(7)).toEqual([]);
});
