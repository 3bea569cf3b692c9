import { sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { JobHandlers } from '#server/background/jobs.ts';
import type { Sweep } from '#server/background/worker.ts';
import type { Ctx } from '#server/context.ts';
import { runDue } from './commands.ts';

/** Applies or expires proposals whose time has come. */
async function runDueOnes(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from staff_proposals where state = 'pending'
      and (takes_effect_at <= market_now() or expires_at <= market_now()) order by id limit 100`.execute(
    ctx.db,
  );
  for (const { id } of rows) await inTransaction(ctx.db, (tx) => runDue(ctx, tx, id));
}

export const runDueProposals: Sweep = {
  name: 'confirmations.run-due-proposals',
  everyMs: 30_000,
  async run(ctx) {
    await runDueOnes(ctx);
    return 0;
  },
};

/** The same at once, for a change that has no delay. */
export const confirmationJobs = { 'proposals.run-due': runDueOnes } satisfies Partial<JobHandlers>;
