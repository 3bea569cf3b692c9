import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelayed } from './delayed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setup = () => {
  const send = vi.fn<(item: { id: number }, leaving: boolean) => void>();
  return { send, delayed: createDelayed<{ id: number }>(6_000, send) };
};

test('a decision leaves once, after its delay', () => {
  const { send, delayed } = setup();
  delayed.hold({ id: 1 });
  vi.advanceTimersByTime(5_999);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([[{ id: 1 }, false]]);
  expect(delayed.take(1)).toBeNull();
});

test('taken back in time it never leaves; without a name the last one is meant (design §4.5)', () => {
  const { send, delayed } = setup();
  delayed.hold({ id: 1 });
  delayed.hold({ id: 2 });
  expect(delayed.take()).toEqual({ id: 2 });
  expect(delayed.take(7)).toBeNull();
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([[{ id: 1 }, false]]);
});

test('a page that goes away sends everything at once, and only once', () => {
  const { send, delayed } = setup();
  delayed.hold({ id: 1 });
  delayed.hold({ id: 2 });
  delayed.flush();
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([
    [{ id: 1 }, true],
    [{ id: 2 }, true],
  ]);
});
