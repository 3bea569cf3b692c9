import { expect, test } from 'vitest';
import { cachedEach } from './cache.ts';

const shape = { name: 'squares', maxEntries: 10, ttlMs: 60_000 };

function squares() {
  const asked: number[][] = [];
  const owner = {};
  const load = async (missing: readonly number[]) => {
    asked.push([...missing]);
    // In an order other than that of the keys.
    return new Map(missing.toReversed().map((each) => [each, each * each]));
  };
  return { asked, of: (keys: readonly number[]) => cachedEach(owner, shape, keys, load) };
}

test('missing keys are loaded in one call, each once, and cached', async () => {
  const { asked, of } = squares();
  expect(await of([3, 1, 3, 2])).toEqual([9, 1, 9, 4]);
  expect(await of([2, 4])).toEqual([4, 16]);
  expect(await of([1, 2, 3, 4])).toEqual([1, 4, 9, 16]);
  expect(asked).toEqual([[3, 1, 2], [4]]);
});

test('a failed load is tried again by the next call', async () => {
  const owner = {};
  await expect(cachedEach(owner, shape, [1], () => Promise.reject(new Error('gone')))).rejects.toThrow(
    'gone',
  );
  expect(await cachedEach(owner, shape, [1], async () => new Map([[1, 1]]))).toEqual([1]);
});
