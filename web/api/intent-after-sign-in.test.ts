import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeIntent, readIntent, takeIntent } from './intent-after-sign-in.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {});
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('an intent is stored for its subject and taken once', () => {
  storeIntent('perguntar', 'teclado-1', 'Tem nota fiscal?');
  expect(readIntent('perguntar', 'teclado-1')).toBe('Tem nota fiscal?');
  expect(takeIntent('perguntar', 'teclado-2')).toBeNull();
  expect(takeIntent('favoritar', 'teclado-1')).toBeNull();
  expect(takeIntent('perguntar', 'teclado-1')).toBe('Tem nota fiscal?');
  expect(takeIntent('perguntar', 'teclado-1')).toBeNull();
});

test('blocked storage yields no intent and no error', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  storeIntent('sacar', 'saldo', '10');
  expect(readIntent('sacar', 'saldo')).toBe('');
  expect(takeIntent('sacar', 'saldo')).toBeNull();
});
