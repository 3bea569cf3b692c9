import { expect, test } from 'vitest';
import { batchPerTick, batchWhileBusy } from './batch.ts';

/** A batch function that answers when its gate opens, and records the batches. */
function work(fails: (items: number[]) => boolean = () => false) {
  const groups: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = batchWhileBusy(async (_owner: object, items: number[]) => {
    groups.push(items);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    if (fails(items)) throw new Error(`no ${items.join()}`);
    return items.map((item) => item * 10);
  }, 3);
  const open = async (at: number) => {
    await expect.poll(() => gates.length).toBeGreaterThan(at);
    gates[at]!.resolve();
  };
  return { groups, ask, open };
}

const owner = {};

test('the first item runs at once; items that come meanwhile run as one batch, each with its own answer', async () => {
  const { groups, ask, open } = work();
  const answers = [1, 2, 3].map((item) => ask(owner, item));
  expect(groups).toEqual([[1]]);
  await open(0);
  await open(1);
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  expect(groups).toEqual([[1], [2, 3]]);
});

test('a batch has no more items than allowed', async () => {
  const { groups, ask, open } = work();
  const answers = [1, 2, 3, 4, 5].map((item) => ask(owner, item));
  for (const at of [0, 1, 2]) await open(at);
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

test('a bad item fails for its own caller only', async () => {
  const { groups, ask, open } = work((items) => items.includes(3));
  const answers = [1, 2, 3, 4].map((item) => ask(owner, item));
  for (const at of [0, 1, 2, 3, 4]) await open(at);
  const settled = await Promise.allSettled(answers);
  expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
    10,
    20,
    'failed',
    40,
  ]);
  expect(groups).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
});

test('after a failure the next item runs as usual', async () => {
  const { ask, open } = work((items) => items[0] === 1);
  const first = ask(owner, 1);
  await open(0);
  await expect(first).rejects.toThrow('no 1');
  const second = ask(owner, 2);
  await open(1);
  expect(await second).toBe(20);
});

test('owners do not wait for each other', async () => {
  const { groups, ask, open } = work();
  const mine = ask(owner, 1);
  const theirs = ask({}, 2);
  expect(groups).toEqual([[1], [2]]);
  await open(1);
  expect(await theirs).toBe(20);
  await open(0);
  expect(await mine).toBe(10);
});

test('reads of one event loop iteration run as one batch, and no read waits for a stalled batch', async () => {
  const groups: number[][] = [];
  const heldUp = Promise.withResolvers<void>();
  const read = batchPerTick(async (_owner: object, items: number[]) => {
    groups.push(items);
    if (items.includes(1)) await heldUp.promise;
    return items.map((item) => item * 10);
  });
  const first = [read(owner, 1), read(owner, 2)];
  await expect.poll(() => groups).toEqual([[1, 2]]);
  expect(await Promise.all([read(owner, 3), read(owner, 3), read({}, 4)])).toEqual([30, 30, 40]);
  expect(groups).toEqual([[1, 2], [3, 3], [4]]);
  heldUp.resolve();
  expect(await Promise.all(first)).toEqual([10, 20]);
});

test('a bad item fails for its own reader only', async () => {
  const read = batchPerTick(async (_owner: object, items: number[]) => {
    if (items.includes(2)) throw new Error('no 2');
    return items;
  });
  const settled = await Promise.allSettled([read(owner, 1), read(owner, 2), read(owner, 3)]);
  expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
    1,
    'failed',
    3,
  ]);
});
