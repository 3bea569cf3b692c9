import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWish, readWish, takeWish } from './intent-after-sign-in.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {});
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a wish is kept for its thing and taken once', () => {
  keepWish('perguntar', 'teclado-1', 'Tem nota fiscal?');
  expect(readWish('perguntar', 'teclado-1')).toBe('Tem nota fiscal?');
  expect(takeWish('perguntar', 'teclado-2')).toBeNull();
  expect(takeWish('favoritar', 'teclado-1')).toBeNull();
  expect(takeWish('perguntar', 'teclado-1')).toBe('Tem nota fiscal?');
  expect(takeWish('perguntar', 'teclado-1')).toBeNull();
});

test('blocked storage is no wish and no failure', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  keepWish('sacar', 'saldo', '10');
  expect(readWish('sacar', 'saldo')).toBe('');
  expect(takeWish('sacar', 'saldo')).toBeNull();
});
