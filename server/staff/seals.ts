import { sql } from 'kysely';
import type { Sweep } from '#server/background/worker.ts';

const batch = 1_000;

/** Seals the decisions since the last run (T112); a database function does it, one process at a time. */
export const sealDecisions: Sweep = {
  name: 'staff.seal-decisions',
  everyMs: 60_000,
  batch,
  async run(ctx) {
    const { rows } = await sql<{ sealed: number }>`select seal_decisions(${batch}) as sealed`.execute(ctx.db);
    return rows[0]!.sealed;
  },
};
