import { afterEach, expect, test, vi } from 'vitest';
import type { Api } from '#web/api/api.ts';
import { loadHome } from './load-home.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['2026-11-27T02:30:00Z', '2026-11-26'],
  ['2026-11-27T03:00:00Z', '2026-11-27'],
])('at %s the day of the home page is %s, as in São Paulo', async (now, day) => {
  vi.useFakeTimers({ now: new Date(now) });
  const api = (async () => ({ items: [] })) as unknown as Api;
  expect((await loadHome(api)).day).toBe(day);
});
