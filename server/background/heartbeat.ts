import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { Sweep } from './worker.ts';
import { version } from '#server/version.ts';

/** A process without a sign of life for a day was replaced long ago. */
const forgottenAfter = '1 day';

const processId = randomUUID();

/**
 * Writes this process's sign of life, which other processes and the dashboard read. It fails wherever the database takes
 * no writes: read-only, full, or away.
 */
export async function beat({ db, config }: Ctx): Promise<void> {
  await sql`insert into processes (id, role, version) values (${processId}, ${config.role}, ${version})
    on conflict (id) do update set seen_at = greatest(now(), processes.seen_at)`.execute(db);
}

/** Every process runs it; a dead one is noticed after a few missed beats (`domain/staff/stuck-work.ts`). */
export const heartbeat: Sweep = {
  name: 'process.heartbeat',
  everyMs: 5_000,
  async run(ctx) {
    await beat(ctx);
    await sql`delete from processes where seen_at < now() - ${forgottenAfter}::interval`.execute(ctx.db);
    return 0;
  },
};

/** A process that stops is not missed. Where the database is away its row is deleted after a day. */
export async function endHeartbeat({ db }: Ctx): Promise<void> {
  await sql`delete from processes where id = ${processId}`.execute(db).catch(() => undefined);
}
