import { expect, test } from 'vitest';
import { groupByDay } from './statement-days.ts';

test('lines keep their order within each day', () => {
  const lines = ['2026-03-02', '2026-03-02', '2026-03-01'].map((at, id) => ({ at, id }));
  expect(
    groupByDay(lines, (at) => at).map(({ label, lines: of }) => [label, of.map(({ id }) => id)]),
  ).toEqual([
    ['2026-03-02', [0, 1]],
    ['2026-03-01', [2]],
  ]);
});
