import { sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { runDue } from './commands.ts';

/** Applies or expires proposals whose time has come. */
export const runDueProposals: Sweep = {
  name: 'confirmations.run-due-proposals',
  everyMs: 30_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from staff_proposals where state = 'pending'
        and (takes_effect_at <= market_now() or expires_at <= market_now()) order by id limit 100`.execute(
      ctx.db,
    );
    for (const { id } of rows) await inTransaction(ctx.db, (tx) => runDue(ctx, tx, id));
    return 0;
  },
};
