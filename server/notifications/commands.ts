import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { personChannel, readNoticesEvent } from '#domain/notifications/channels.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { presentNotification } from './queries.ts';
import type { Notification, NotificationRow } from './queries.ts';

/** Marks one notification as read. @throws `not_found` for another person's */
export async function markRead(ctx: Ctx, viewer: Viewer, id: number): Promise<Notification> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<NotificationRow & { was_read: boolean }>`
      update notifications n set read = true
      from (select id, read from notifications where id = ${id} and user_id = ${viewer.id} for update) before
      where n.id = before.id
      returning n.id, n.title, n.description, n.icon, n.url, n.read, n.created_at, before.read as was_read`.execute(
      tx,
    );
    const { was_read: wasRead, ...row } = rows[0] ?? fail('not_found');
    if (!wasRead) await publishRead(ctx, tx, viewer, { id });
    return presentNotification(row);
  });
}

/** Marks all notifications up to this one as read; those that arrived meanwhile stay unread. */
export async function markAllRead(ctx: Ctx, viewer: Viewer, upTo: number): Promise<{ marked: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update notifications set read = true where user_id = ${viewer.id} and id <= ${upTo} and not read`.execute(
      tx,
    );
    const marked = Number(numAffectedRows ?? 0);
    if (marked > 0) await publishRead(ctx, tx, viewer, { upTo });
    return { marked };
  });
}

/** The person's other pages and devices remove the notifications without a request. */
function publishRead(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  data: { id: number } | { upTo: number },
): Promise<void> {
  return ctx.realtime.publish(tx, [{ channels: [personChannel(viewer.id)], event: readNoticesEvent, data }]);
}
