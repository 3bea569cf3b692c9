import { sql } from 'kysely';
import type { Sweep } from '#server/worker.ts';
import { sendPayout } from './payouts.ts';

const batch = 100;

/** Sends approved withdrawals to the bank, tries failed ones again and asks about those in process, each in its turn. */
export const runPayouts: Sweep = {
  name: 'run-payouts',
  everyMs: 5_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from withdrawals where state in ('approved', 'processing', 'failed')
      order by asked_until nulls first, id limit ${batch}`.execute(ctx.db);
    let done = 0;
    for (const { id } of rows) {
      const moved = await sendPayout(ctx, id).catch((error: unknown) => {
        ctx.log.warn({ err: error, withdrawal: id }, 'the bank gave no answer to a payout');
        return false;
      });
      if (moved) done += 1;
    }
    return done;
  },
};
