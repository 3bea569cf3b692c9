import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unsentReads } from './unsent-reads.ts';

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}
beforeEach(() => void vi.stubGlobal('window', {}));
afterEach(() => void vi.unstubAllGlobals());

test('a notice read here stays read until the server knows, and is stored once', () => {
  vi.stubGlobal('localStorage', storage());
  unsentReads.add(7);
  unsentReads.add(9);
  unsentReads.add(7);
  expect(unsentReads.read()).toEqual([9, 7]);
  const list = [
    { id: 7, read: 0 },
    { id: 8, read: 0 },
  ];
  expect(unsentReads.applyTo(list).map(({ read }) => read)).toEqual([1, 0]);
  unsentReads.remove(7);
  unsentReads.remove(9);
  expect(unsentReads.read()).toEqual([]);
});

test('at most a hundred are stored, and invalid stored data is ignored', () => {
  const local = storage();
  vi.stubGlobal('localStorage', local);
  for (let id = 1; id <= 130; id++) unsentReads.add(id);
  expect(unsentReads.read()).toHaveLength(100);
  expect(unsentReads.read().at(-1)).toBe(130);
  local.setItem('de:v:praca_avisos_lidos', '{"a":');
  expect(unsentReads.read()).toEqual([]);
});

test('without storage nothing fails', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  });
  unsentReads.add(1);
  expect(unsentReads.applyTo([{ id: 1, read: 0 }])).toEqual([{ id: 1, read: 0 }]);
});
