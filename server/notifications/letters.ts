import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import { enqueueAll } from '#server/background/jobs.ts';
import type { JobPayloads } from '#server/background/jobs.ts';
import { sendLetter } from '#server/settings/letters.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { noticeMail } from './mails.ts';

interface Recipient {
  id: number;
  to: string;
  username: string;
  title: string;
  description: string;
  url: string;
}

/**
 * Sends a batch of notices as letters, each with the address and the wording of this moment. A letter that fails gets a
 * job of its own, so that its next attempts repeat no other letter.
 * @throws the error of a letter that is alone in its job, which the queue then retries
 */
export async function mailNotices(
  ctx: Ctx,
  { notificationIds }: JobPayloads['notifications.mail'],
): Promise<void> {
  const { rows } = await sql<Recipient>`
    select n.id, u.email::text as to, u.username::text, n.title, n.description, coalesce(n.url, '/') as url
    from notifications n join users u on u.id = n.user_id
    where n.id = any(${notificationIds}::bigint[]) and u.email_verified_at is not null order by n.id`.execute(
    ctx.db,
  );
  const results = await Promise.allSettled(
    rows.map((row) => sendLetter(ctx, noticeMail(row, ctx.config.publicUrl, row), row.id)),
  );
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ id: rows[index]!.id, reason: result.reason as unknown }] : [],
  );
  if (failures.length === 0) return;
  if (notificationIds.length === 1) throw failures[0]!.reason;
  await inTransaction(ctx.db, (tx) =>
    enqueueAll(
      tx,
      'notifications.mail',
      failures.map(({ id }) => ({ notificationIds: [id] })),
    ),
  );
}
