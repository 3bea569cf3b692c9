import { expect, test } from 'vitest';
import { createTurns } from './latest-read.ts';

test('answers in their order are all heeded', () => {
  const turns = createTurns();
  const [first, second] = [turns(), turns()];
  expect([first(), second()]).toEqual([true, true]);
});

test('an answer that comes after that to a later question is not heeded, whatever is asked afterwards', () => {
  const turns = createTurns();
  const [first, second] = [turns(), turns()];
  expect([second(), first()]).toEqual([true, false]);
  const third = turns();
  expect([first(), second(), third()]).toEqual([false, true, true]);
});

test('a later question that was not answered takes nothing from an earlier one', () => {
  const turns = createTurns();
  const first = turns();
  turns();
  expect(first()).toBe(true);
});
