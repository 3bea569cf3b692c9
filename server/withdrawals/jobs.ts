import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { isOnItsWay, sendPayout } from './payouts.ts';
import { recheckDue } from './returns.ts';

const batch = 100;

/** Sends approved withdrawals to the bank, tries failed ones again and asks about those in process, each in its turn. */
export const runPayouts: Sweep = {
  name: 'run-payouts',
  everyMs: 5_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from withdrawals where state in ('approved', 'processing', 'failed') and ${isOnItsWay}
      order by asked_until nulls first, id limit ${batch}`.execute(ctx.db);
    return count(ctx, rows, sendPayout);
  },
};

/** Asks the bank whether what it paid lately stayed paid. */
export const recheckPayouts: Sweep = {
  name: 'recheck-payouts',
  everyMs: 10 * 60_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from withdrawals where recheck_at <= market_now() order by recheck_at limit ${batch}`.execute(
      ctx.db,
    );
    return count(ctx, rows, recheckDue);
  },
};

/** Takes one after the other, whatever becomes of those before. @returns how many moved on */
async function count(
  ctx: Ctx,
  rows: readonly { id: number }[],
  step: (ctx: Ctx, id: number) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (const { id } of rows) {
    const moved = await step(ctx, id).catch((error: unknown) => {
      ctx.log.warn({ err: error, withdrawal: id }, 'the bank gave no answer to a payout');
      return false;
    });
    if (moved) done += 1;
  }
  return done;
}
