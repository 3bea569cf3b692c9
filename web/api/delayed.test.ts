import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelayed } from './delayed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setup = () => {
  const send = vi.fn<(item: { id: number }, leaving: boolean) => void>();
  return { send, delayed: createDelayed<{ id: number }>(6_000, send) };
};

test('an item is sent once, after its delay', () => {
  const { send, delayed } = setup();
  delayed.schedule({ id: 1 });
  vi.advanceTimersByTime(5_999);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([[{ id: 1 }, false]]);
  expect(delayed.cancel(1)).toBeNull();
});

test('an item cancelled in time is never sent; without an id the last one is cancelled (design §4.5)', () => {
  const { send, delayed } = setup();
  delayed.schedule({ id: 1 });
  delayed.schedule({ id: 2 });
  expect(delayed.cancel()).toEqual({ id: 2 });
  expect(delayed.cancel(7)).toBeNull();
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([[{ id: 1 }, false]]);
});

test('flush sends everything at once, and only once', () => {
  const { send, delayed } = setup();
  delayed.schedule({ id: 1 });
  delayed.schedule({ id: 2 });
  delayed.flush();
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([
    [{ id: 1 }, true],
    [{ id: 2 }, true],
  ]);
});
