import type { Ctx } from '#server/context.ts';
import { processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { lapseOf, lapseOne } from './commands.ts';

/** §4.6: a hold of ours goes on by itself after its time. */
export const lapseAnalyses: Sweep = {
  name: 'lapse-analyses',
  everyMs: 30_000,
  run: (ctx) => processDueRows(ctx, 'an analysis could not be ended', lapseOne),
};

/** The same for one order, before somebody acts on it (decision 73). */
export function lapseAnalysisOf(ctx: Ctx, orderId: number): Promise<void> {
  return processDueRow(ctx, orderId, (tx) => lapseOf(tx, orderId));
}
