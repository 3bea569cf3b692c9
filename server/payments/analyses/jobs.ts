import type { Ctx } from '#server/context.ts';
import { processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { lapseOf, lapseOne } from './commands.ts';

/** §4.6: ends analyses whose time is over. */
export const lapseAnalyses: Sweep = {
  name: 'lapse-analyses',
  everyMs: 30_000,
  run: (ctx) => processDueRows(ctx, 'an analysis could not be ended', lapseOne),
};

/** The same for one order, before a command acts on it (decision 73). */
export function lapseAnalysisOf(ctx: Ctx, orderId: number): Promise<void> {
  return processDueRow(ctx, orderId, (tx) => lapseOf(tx, orderId));
}
