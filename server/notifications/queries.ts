import { sql } from 'kysely';
import { notificationsPerPage } from '#contract/accounts/accounts.ts';
import type { listNotifications } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { isRead } from '#server/accounts/read-notices.ts';
import type { Db } from '#server/context.ts';

export type Notification = Reply<typeof listNotifications>['items'][number];

export interface NotificationRow extends Omit<Notification, 'url' | 'read' | 'created_at'> {
  url: string | null;
  read: boolean;
  created_at: Date;
}

/** The notifications of the signed-in user before one of them, newest first. */
export async function notificationsOf(
  db: Db,
  viewer: Viewer,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Reply<typeof listNotifications>> {
  const { rows } = await sql<NotificationRow>`
    select n.id, n.title, n.description, n.icon, n.url, ${isRead(viewer)} as read, n.created_at
    from notifications n where n.user_id = ${viewer.id} and n.id < ${before}
    order by n.id desc limit ${notificationsPerPage + 1}`.execute(db);
  const items = rows.slice(0, notificationsPerPage).map(presentNotification);
  return { items, next: rows.length > notificationsPerPage ? items.at(-1)!.id : null };
}

/** `url` is left out when there is none and `read` is 0 or 1: the shape the contract fixes. */
export function presentNotification({ url, read, created_at, ...rest }: NotificationRow): Notification {
  return { ...rest, ...(url !== null && { url }), read: read ? 1 : 0, created_at: created_at.toISOString() };
}
