import { expect, test } from 'vitest';
import { judgeFlatness } from './flatness.ts';

const minutes = Array.from({ length: 30 }, (_, minute) => minute);
const judge = (values: number[]) => judgeFlatness({ name: 'memory', values, share: 0.05, least: 2 });

test('a measure that fills up and then stays is flat, although it wobbles', () => {
  const values = minutes.map((minute) => 200 + Math.min(minute, 10) * 5 + (minute % 3));
  expect(judge(values)).toMatchObject({ isFlat: true, allowed: expect.closeTo(12.55, 1) });
  expect(judge(values).firstHalf).toBeGreaterThan(40);
});

test('a measure that grows by the same amount each minute is not flat', () => {
  const judged = judge(minutes.map((minute) => 200 + minute * 2));
  expect(judged.secondHalf).toBeCloseTo(28);
  expect(judged.isFlat).toBe(false);
});

test('small numbers may grow by what is always allowed', () => {
  expect(judge(minutes.map((minute) => (minute < 20 ? 3 : 4))).isFlat).toBe(true);
  expect(judge(minutes.map((minute) => minute)).isFlat).toBe(false);
});

test('one or two values rise by nothing', () => {
  expect(judge([5]).isFlat).toBe(true);
  expect(judge([5, 5])).toMatchObject({ firstHalf: 0, secondHalf: 0 });
});
