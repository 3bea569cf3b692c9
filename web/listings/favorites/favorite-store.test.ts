import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { favoriteStore, setFavorite, requestFavorite } from './favorite-store.ts';

const calls: { method: string; url: string }[] = [];
let status = 200;
/** Listener called when the favourites change. */
let listener: Promise<void>;

beforeEach(() => {
  calls.length = 0;
  status = 200;
  listener = Promise.resolve();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: () => 'token',
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    calls.push({ method, url });
    const ids = new URL(url, 'http://x').searchParams.get('ids')?.split(',').map(Number) ?? [];
    const data = url.includes('ids=') ? { ids: ids.filter((id) => id % 2 === 0) } : { ok: true };
    if (url.includes('ids=')) await listener;
    const problem = { code: 'limit_reached', status, detail: 'Você já tem 500 favoritos.' };
    return { status, json: async () => (status === 200 ? { data } : problem) };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page requests all its favourites in one call, and each once', async () => {
  for (const id of [1, 2, 3, 4]) requestFavorite(7, id);
  await vi.runAllTimersAsync();
  expect(calls.map(({ url }) => url)).toEqual([expect.stringMatching(/\/favorites\?ids=1%2C2%2C3%2C4$/)]);
  expect([...favoriteStore.read().ids]).toEqual([2, 4]);
  requestFavorite(7, 2);
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(1);
});

test('more than a hundred favourites are requested in batches', async () => {
  for (let id = 1; id <= 150; id++) requestFavorite(8, id);
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
  expect(favoriteStore.read().ids.size).toBe(75);
});

test('nothing is requested without a session, and another user starts without favourites', async () => {
  requestFavorite(9, 2);
  await vi.runAllTimersAsync();
  expect(favoriteStore.read().ids.has(2)).toBe(true);
  requestFavorite(0, 2);
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(1);
  expect(favoriteStore.read().ids.size).toBe(0);
});

test('a favourite is shown at once and reverted with the reason when it was not saved (design §4.5)', async () => {
  requestFavorite(10, 5);
  await vi.runAllTimersAsync();
  status = 409;
  const saving = setFavorite(5, true);
  expect(favoriteStore.read().ids.has(5)).toBe(true);
  expect(await saving).toBe(false);
  expect(favoriteStore.read().ids.has(5)).toBe(false);
  expect(favoriteStore.read().failed.get(5)).toBe('Você já tem 500 favoritos.');
  status = 200;
  expect(await setFavorite(5, true)).toBe(true);
  expect(favoriteStore.read().failed.size).toBe(0);
});

test('a favourite removed during its request stays removed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  listener = promise;
  requestFavorite(11, 2);
  await vi.runAllTimersAsync();
  await setFavorite(2, true);
  await setFavorite(2, false);
  resolve();
  await vi.runAllTimersAsync();
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  expect(favoriteStore.read().ids.has(2)).toBe(false);
});
