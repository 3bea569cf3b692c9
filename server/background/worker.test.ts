import { expect, test } from 'vitest';
import type { Ctx } from '#server/context.ts';
import { drain } from './worker.ts';
import type { Sweep } from './worker.ts';

const nobody = {} as Ctx;

/** A sweep that notes each of its runs, and has so much to do. */
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

test('a month that passes at once goes day by day, and not behind all other sweeps each time', async () => {
  const runs: string[] = [];
  await drain(nobody, [sweep('days', runs, 30), sweep('rest', runs, 0)]);
  expect(runs.filter((name) => name === 'days')).toHaveLength(32);
  expect(runs.filter((name) => name === 'rest')).toHaveLength(2);
});

test('a sweep that never rests leaves the others their turn', async () => {
  const runs: string[] = [];
  await expect(drain(nobody, [sweep('busy', runs, Infinity), sweep('rest', runs, 1)])).rejects.toThrow(
    'the sweeps never came to rest',
  );
  expect(runs.indexOf('rest')).toBeLessThan(40);
});

test('a market that never rests is left when the time is up', async () => {
  const runs: string[] = [];
  await drain(nobody, [sweep('busy', runs, Infinity)], 0);
  expect(runs.length).toBeLessThan(40);
});
