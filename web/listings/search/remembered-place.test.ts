import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readRememberedPlace, rememberPlace } from './remembered-place.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: () => null,
    length: 0,
  };
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});

afterEach(() => vi.unstubAllGlobals());

it('remembers the city and the distance, and nothing else', () => {
  expect(readRememberedPlace()).toBeNull();
  rememberPlace({ city: 4_106_902, radius: 50 });
  expect(readRememberedPlace()).toEqual({ city: 4_106_902, radius: 50 });
  rememberPlace({ city: 1_501_402, radius: 'any' });
  expect(readRememberedPlace()).toEqual({ city: 1_501_402, radius: 'any' });
  expect([...stored.values()]).toEqual(['{"city":1501402,"radius":"any"}']);
});

it.each(['{', '"x"', '{"city":"4106902","radius":50}', '{"city":4106902,"radius":30}', '[]'])(
  'treats %s as nothing',
  (text) => {
    rememberPlace({ city: 4_106_902, radius: 50 });
    const [key] = [...stored.keys()];
    stored.set(key!, text);
    expect(readRememberedPlace()).toBeNull();
  },
);
