import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { presentNotification } from './queries.ts';
import type { Notification, NotificationRow } from './queries.ts';

/** Marks one notification as read. Somebody else's does not exist. */
export async function markRead(ctx: Ctx, viewer: Viewer, id: number): Promise<Notification> {
  const { rows } = await sql<NotificationRow>`
    update notifications set read = true where id = ${id} and user_id = ${viewer.id}
    returning id, title, description, icon, url, read, created_at`.execute(ctx.db);
  return presentNotification(rows[0] ?? fail('not_found'));
}

/** Marks all as read that the person had before them: what came meanwhile stays unread. */
export async function markAllRead(ctx: Ctx, viewer: Viewer, upTo: number): Promise<{ marked: number }> {
  const { numAffectedRows } = await sql`
    update notifications set read = true where user_id = ${viewer.id} and id <= ${upTo} and not read`.execute(
    ctx.db,
  );
  return { marked: Number(numAffectedRows ?? 0) };
}
