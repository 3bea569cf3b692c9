import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { jobAttempts } from '#server/background/jobs.ts';
import type { JobName } from '#server/background/jobs.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { noticeAttempts } from '#server/payments/webhooks/commands.ts';
import type { Sweep } from '#server/background/worker.ts';

/** Jobs and provider notices that failed their last attempt and need a person. */
interface Stuck {
  count: number;
  /** Time of the most recent last attempt. */
  newest: Date;
  kinds: (JobName | 'notice')[];
}

/**
 * Notifies every admin of jobs and provider notices that failed all their attempts (T122): again when there are more,
 * but not for those already notified.
 */
export const notifyStuckWork: Sweep = {
  name: 'staff.tell-stuck-work',
  everyMs: 600_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const stuck = await findStuck(tx);
      if (stuck.count === 0) return 0;
      await notifyAdmins(ctx, tx, stuck);
      return 0;
    }),
};

async function findStuck(tx: Tx): Promise<Stuck> {
  const { rows } = await sql<Stuck>`
    with stuck as (
      select task_identifier as kind, updated_at as at from graphile_worker.jobs where attempts >= max_attempts
      union all
      select 'notice', received_at from provider_events
      where processed_at is null and attempts >= ${noticeAttempts})
    select count(*)::int as count, max(at) as newest,
      coalesce(array_agg(distinct kind order by kind), '{}') as kinds from stuck`.execute(tx);
  return rows[0]!;
}

/** Locks the admins' rows, so that two processes notify them once. */
async function notifyAdmins(ctx: Ctx, tx: Tx, { count, newest, kinds }: Stuck): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with admins as materialized (
      select id from users where role = 'admin' and state = 'active' order by id for no key update)
    select a.id from admins a left join lateral (
      select data from events e where e.subject_kind = 'user' and e.subject_id = a.id and e.kind = 'staff.work_stuck'
      order by e.id desc limit 1) last_notice on true
    where last_notice.data is null or (last_notice.data ->> 'newest')::timestamptz < ${newest}
      or (last_notice.data ->> 'count')::int < ${count}`.execute(tx);
  for (const { id } of rows)
    await record(tx, {
      kind: 'staff.work_stuck',
      actor: null,
      subject: { kind: 'user', id },
      data: { count, newest: newest.toISOString(), kinds },
    });
  if (rows.length > 0)
    ctx.log.error({ count, kinds, attempts: jobAttempts }, 'jobs or notices failed all their attempts');
}
