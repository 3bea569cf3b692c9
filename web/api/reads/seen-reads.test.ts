import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginStep, endStep, forgetSeenReads, rememberRead, takeSeenRead } from './seen-reads.ts';

const page = { pathname: '/conta', search: '' };
const url = '/api/v1/balances';
let token: string | null = 'ana';
let state: object;
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-12T12:00:00Z') });
  token = 'ana';
  state = { initialized: true, revalidation: 'idle', navigation: { state: 'loading', location: page } };
  vi.stubGlobal('localStorage', { getItem: () => token });
  vi.stubGlobal('window', {
    __reactRouterDataRouter: {
      get state() {
        return state;
      },
    },
  });
  forgetSeenReads();
  endStep(page);
  rememberRead(url, { data: { balance: 5, now: '2026-03-12T12:00:00.000Z' } });
});

test('a step back takes what the page read before, with the clock as it is now', () => {
  expect(takeSeenRead(url)).toBeNull();
  vi.advanceTimersByTime(90_000);
  beginStep(page);
  expect(takeSeenRead(url)).toEqual({ body: { data: { balance: 5, now: '2026-03-12T12:01:30.000Z' } } });
  expect(endStep({ pathname: '/conta/compras', search: '' })).toBe(false);
  expect(endStep(page)).toBe(true);
  expect(takeSeenRead(url)).toBeNull();
});

test('a step to a page that was not seen needs no refresh', () => {
  beginStep(page);
  expect(takeSeenRead('/api/v1/sales')).toBeNull();
  expect(endStep(page)).toBe(false);
});

test.each([
  ['another person', () => (token = 'bruno')],
  ['a visitor after the sign-out', () => (token = null)],
  ['the same person after a write', () => forgetSeenReads()],
  ['the same person after ten minutes', () => vi.advanceTimersByTime(600_001)],
])('what was seen is not for %s', (_, change) => {
  change();
  beginStep(page);
  expect(takeSeenRead(url)).toBeNull();
});

test('only what a page loads is remembered, and the role of staff never', () => {
  rememberRead('/api/v1/user/role', { data: {} });
  state = { initialized: true, revalidation: 'idle', navigation: { state: 'idle' } };
  rememberRead('/api/v1/recovery-codes', { data: {} });
  state = { initialized: true, revalidation: 'idle', navigation: { state: 'loading', location: page } };
  beginStep(page);
  expect(takeSeenRead('/api/v1/user/role')).toBeNull();
  expect(takeSeenRead('/api/v1/recovery-codes')).toBeNull();
});
