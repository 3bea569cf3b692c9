import { expect, test } from 'vitest';
import { trackLatestRead } from './latest-read.ts';

test('replies in the order of their requests are all current', () => {
  const turns = trackLatestRead();
  const [first, second] = [turns(), turns()];
  expect([first(), second()]).toEqual([true, true]);
});

test('a reply that arrives after the reply to a later request is stale, whatever is requested afterwards', () => {
  const turns = trackLatestRead();
  const [first, second] = [turns(), turns()];
  expect([second(), first()]).toEqual([true, false]);
  const third = turns();
  expect([first(), second(), third()]).toEqual([false, true, true]);
});

test('a later request without a reply does not make an earlier reply stale', () => {
  const turns = trackLatestRead();
  const first = turns();
  turns();
  expect(first()).toBe(true);
});
