import { sql } from 'kysely';
import { noticeGroups } from '#domain/notifications/notices.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { noticeGroupOf } from '#domain/events.ts';
import type { EventKind } from '#domain/events.ts';
import { enqueueAll } from '#server/background/jobs.ts';
import { isMailed } from './own-letters.ts';

/** A notification that was just inserted: existing ones are not sent again. */
export interface NewNotice {
  id: number;
  userId: number;
  kind: EventKind;
}

/** Letters of one job: each job costs PostgreSQL three writes, and one that is killed sends its letters again. */
const lettersPerJob = 20;

/**
 * Sends new notifications to the browsers and mailboxes of their people, in the transaction that inserted them. Muted
 * groups are left out; money, security and legal notices cannot be muted.
 */
export async function fanOut(ctx: Ctx, tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.flatMap((notice) => {
    const group = noticeGroupOf(notice.kind);
    return group === null ? [] : [{ ...notice, group, ...noticeGroups[group] }];
  });
  const { rows: mailed } = await sql<{ id: number }>`
    with ${withChannels(rows)},
      pushed as (
        select graphile_worker.add_job('push.send',
          json_build_object('notificationId', n.id, 'tokenId', t.id), max_attempts => 6)
        from n join push_tokens t on t.user_id = n.user_id where n.push)
    select n.id from (select count(*) from pushed) p, n join users u on u.id = n.user_id
    where n.mail and u.email_verified_at is not null order by n.id`.execute(tx);
  const ids = mailed.map(({ id }) => id);
  const jobs = Array.from({ length: Math.ceil(ids.length / lettersPerJob) }, (_, index) => ({
    notificationIds: ids.slice(index * lettersPerJob, (index + 1) * lettersPerJob),
  }));
  await enqueueAll(tx, 'notifications.mail', jobs);
}

interface Row extends NewNotice {
  group: string;
  locked: boolean;
  usual: { email: boolean; push: boolean };
}

/** SQL: the notices with the channels that each one uses. */
function withChannels(rows: readonly Row[]) {
  const facts = rows.map(({ id, userId, group, locked, usual, kind }) => ({
    id,
    user_id: userId,
    notice_group: group,
    locked,
    ...usual,
    mailed: isMailed(kind),
  }));
  return sql`n as materialized (
    select r.id, r.user_id, case when r.locked then r.push else coalesce(c.push, r.push) end as push,
      r.mailed and case when r.locked then r.email else coalesce(c.email, r.email) end as mail
    from json_to_recordset(${JSON.stringify(facts)}::json) as r (id bigint, user_id bigint, notice_group text,
      locked boolean, email boolean, push boolean, mailed boolean)
    left join notice_preferences c on c.user_id = r.user_id and c.notice_group = r.notice_group)`;
}
