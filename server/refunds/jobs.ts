import { oneByOne } from '#server/one-by-one.ts';
import type { Sweep } from '#server/worker.ts';
import { lapseOne } from './cancellations.ts';

/** P14: the seller's six hours are over. */
export const lapseCancellations: Sweep = {
  name: 'lapse-cancellations',
  everyMs: 5_000,
  run: (ctx) => oneByOne(ctx, 'a cancellation could not lapse', (tx, failed) => lapseOne(ctx, tx, failed)),
};
