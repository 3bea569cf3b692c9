import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

/** A call that ends when it is told to. */
function held(told: string[], name: string) {
  let end!: () => void;
  let fail!: (reason: Error) => void;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const call = () => {
    told.push(name);
    return ended.then(() => name);
  };
  return { call, end, fail };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a call about the same thing waits for the one before it, and one about another thing does not', async () => {
  const told: string[] = [];
  const first = held(told, 'first');
  const second = held(told, 'second');
  const other = held(told, 'other');
  const answers = [inOrder('a', first.call), inOrder('a', second.call), inOrder('b', other.call)];
  await turn();
  expect(told).toEqual(['first', 'other']);
  first.end();
  await turn();
  expect(told).toEqual(['first', 'other', 'second']);
  second.end();
  other.end();
  expect(await Promise.all(answers)).toEqual(['first', 'second', 'other']);
});

test('a call that fails is told to whoever made it, and holds nobody up', async () => {
  const told: string[] = [];
  const [first, second] = [held(told, 'first'), held(told, 'second')];
  const failing = inOrder('c', first.call);
  const next = inOrder('c', second.call);
  first.fail(new Error('offline'));
  second.end();
  await expect(failing).rejects.toThrow('offline');
  expect(await next).toBe('second');
});
