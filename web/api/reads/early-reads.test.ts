import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetEarlyReads, hasReadsAhead, keepReadsAhead, takeEarlyRead } from './early-reads.ts';

let token: string | null = 'ana';
let pending: { pathname: string; search: string } | undefined;
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.useFakeTimers();
  token = 'ana';
  pending = { pathname: '/conta/compras', search: '' };
  vi.stubGlobal('localStorage', { getItem: () => token });
  vi.stubGlobal('window', {
    __reactRouterDataRouter: {
      state: {
        get navigation() {
          return { state: 'loading', location: pending };
        },
      },
    },
  });
  forgetEarlyReads();
  keepReadsAhead(
    '/conta/compras',
    ['/api/v1/order-counts'],
    Promise.resolve([{ status: 200, body: 'counts' }]),
  );
});

const take = () => takeEarlyRead('/api/v1/order-counts');

test('the navigation to a page that was pointed at takes each of its reads once', async () => {
  expect(hasReadsAhead('/conta/compras')).toBe(true);
  expect(await take()).toEqual({ status: 200, body: 'counts' });
  expect(take()).toBeNull();
});

test('reads ahead are neither for another page nor for calls outside a navigation', () => {
  pending = { pathname: '/conta/vendas', search: '' };
  expect(take()).toBeNull();
  pending = undefined;
  expect(take()).toBeNull();
});

test.each([
  ['another person', () => (token = 'bruno')],
  ['a visitor after the sign-out', () => (token = null)],
  ['the same person after a write', () => forgetEarlyReads()],
  ['the same person after ten seconds', () => vi.advanceTimersByTime(10_000)],
])('reads ahead are not for %s', (_, change) => {
  change();
  expect(take()).toBeNull();
  expect(hasReadsAhead('/conta/compras')).toBe(false);
});
