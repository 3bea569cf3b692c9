import { expect, test } from 'vitest';
import type { Ctx } from '#server/context.ts';
import { drain } from './worker.ts';
import type { Sweep } from './worker.ts';

const noContext = {} as Ctx;

/** A sweep that records its runs and finds work in the given number of them. */
function sweep(name: string, runs: string[], left: number): Sweep {
  return {
    name,
    everyMs: 1_000,
    run: async () => {
      runs.push(name);
      return left > 0 ? Math.sign(left--) : 0;
    },
  };
}

test('a month that passes at once is processed day by day, without a run of all other sweeps in between', async () => {
  const runs: string[] = [];
  await drain(noContext, [sweep('days', runs, 30), sweep('rest', runs, 0)]);
  expect(runs.filter((name) => name === 'days')).toHaveLength(32);
  expect(runs.filter((name) => name === 'rest')).toHaveLength(2);
});

test('a sweep that always finds work does not starve the others', async () => {
  const runs: string[] = [];
  await expect(drain(noContext, [sweep('busy', runs, Infinity), sweep('rest', runs, 1)])).rejects.toThrow(
    'the sweeps never came to rest',
  );
  expect(runs.indexOf('rest')).toBeLessThan(40);
});

test('a market that always has work is left when the time limit is over', async () => {
  const runs: string[] = [];
  await drain(noContext, [sweep('busy', runs, Infinity)], 0);
  expect(runs.length).toBeLessThan(40);
});
