import type { Ctx } from '#server/context.ts';
import { processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { lapseOne, lapseOf } from './cancellations.ts';

/** P14: carries out cancellation requests that the seller did not answer within six hours. */
export const lapseCancellations: Sweep = {
  name: 'lapse-cancellations',
  everyMs: 5_000,
  run: (ctx) =>
    processDueRows(ctx, 'a cancellation could not lapse', (tx, failed) => lapseOne(ctx, tx, failed)),
};

/** The same for one order, before a command acts on it (decision 73). */
export function lapseCancellationOf(ctx: Ctx, orderId: number): Promise<void> {
  return processDueRow(ctx, orderId, async (tx) => (await lapseOf(ctx, tx, orderId))?.work());
}
