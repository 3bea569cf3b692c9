import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { isSendable, sendPayout } from './payouts.ts';
import { recheckDue } from './returns.ts';

const batch = 100;

/** Sends approved withdrawals to the provider, retries failed ones and asks about those in process, those asked about longest ago first. */
export const runPayouts: Sweep = {
  name: 'run-payouts',
  everyMs: 5_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from withdrawals where state in ('approved', 'processing', 'failed') and ${isSendable}
      order by asked_until nulls first, id limit ${batch}`.execute(ctx.db);
    return runSteps(ctx, rows, sendPayout);
  },
};

/** Asks the provider whether recent payouts were returned. */
export const recheckPayouts: Sweep = {
  name: 'recheck-payouts',
  everyMs: 10 * 60_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from withdrawals where recheck_at <= market_now() order by recheck_at limit ${batch}`.execute(
      ctx.db,
    );
    return runSteps(ctx, rows, recheckDue);
  },
};

/** Runs the step for each row; a failure does not stop the others. @returns how many changed their state */
async function runSteps(
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
