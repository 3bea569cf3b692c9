import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import { processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { end, lockEndedBlock } from './commands.ts';

/** N02: ends blocks whose time is over; nobody has to release the money. */
export const endStaffBlocks: Sweep = {
  name: 'end-staff-blocks',
  everyMs: 30_000,
  run: (ctx) =>
    processDueRows(ctx, 'a block could not be ended', async (tx, failed) => {
      const order = await lockEndedBlock(tx, sql`o.id <> all (${failed}::bigint[])`);
      return order && { id: order.id, work: async () => void (await end(tx, order, null)) };
    }),
};

/** The same for one order, before a command acts on it (decision 73). */
export const endStaffBlockNow = (ctx: Ctx, orderId: number): Promise<void> =>
  processDueRow(ctx, orderId, async (tx) => {
    const order = await lockEndedBlock(tx, sql`o.id = ${orderId}`);
    if (order) await end(tx, order, null);
  });
