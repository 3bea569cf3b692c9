import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heartStore, setHeart, wantHeart } from './hearts.ts';

const calls: { method: string; url: string }[] = [];
let status = 200;
/** When the page hears which hearts are kept. */
let told: Promise<void>;

beforeEach(() => {
  calls.length = 0;
  status = 200;
  told = Promise.resolve();
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
    if (url.includes('ids=')) await told;
    const problem = { code: 'limit_reached', status, detail: 'Você já tem 500 favoritos.' };
    return { status, json: async () => (status === 200 ? { data } : problem) };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page asks for all its hearts in one call, and for each once', async () => {
  for (const id of [1, 2, 3, 4]) wantHeart(7, id);
  await vi.runAllTimersAsync();
  expect(calls.map(({ url }) => url)).toEqual([expect.stringMatching(/\/favorites\?ids=1%2C2%2C3%2C4$/)]);
  expect([...heartStore.read().kept]).toEqual([2, 4]);
  wantHeart(7, 2);
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(1);
});

test('more than a hundred hearts are asked for in parts', async () => {
  for (let id = 1; id <= 150; id++) wantHeart(8, id);
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
  expect(heartStore.read().kept.size).toBe(75);
});

test('nobody is asked for without a session, and another person begins with nothing', async () => {
  wantHeart(9, 2);
  await vi.runAllTimersAsync();
  expect(heartStore.read().kept.has(2)).toBe(true);
  wantHeart(0, 2);
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(1);
  expect(heartStore.read().kept.size).toBe(0);
});

test('a heart is on the screen at once and goes back with the reason when it was not saved (design §4.5)', async () => {
  wantHeart(10, 5);
  await vi.runAllTimersAsync();
  status = 409;
  const saving = setHeart(5, true);
  expect(heartStore.read().kept.has(5)).toBe(true);
  expect(await saving).toBe(false);
  expect(heartStore.read().kept.has(5)).toBe(false);
  expect(heartStore.read().failed.get(5)).toBe('Você já tem 500 favoritos.');
  status = 200;
  expect(await setHeart(5, true)).toBe(true);
  expect(heartStore.read().failed.size).toBe(0);
});

test('a heart that is taken away while the page still asks about it stays away', async () => {
  const { promise, resolve: tell } = Promise.withResolvers<void>();
  told = promise;
  wantHeart(11, 2);
  await vi.runAllTimersAsync();
  await setHeart(2, true);
  await setHeart(2, false);
  tell();
  await vi.runAllTimersAsync();
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  expect(heartStore.read().kept.has(2)).toBe(false);
});
