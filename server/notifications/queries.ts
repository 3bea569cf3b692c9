import { sql } from 'kysely';
import type { listNotifications } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts.ts';
import type { Db } from '#server/context.ts';

const shown = 50;

export type Notification = Reply<typeof listNotifications>['items'][number];

export interface NotificationRow extends Omit<Notification, 'url' | 'read' | 'created_at'> {
  url: string | null;
  read: boolean;
  created_at: Date;
}

/** The newest notifications of the signed-in user. */
export async function notificationsOf(db: Db, viewer: Viewer): Promise<Reply<typeof listNotifications>> {
  const { rows } = await sql<NotificationRow>`
    select id, title, description, icon, url, read, created_at
    from notifications where user_id = ${viewer.id} order by id desc limit ${shown}`.execute(db);
  return { items: rows.map(presentNotification) };
}

/** `url` is left out when there is none and `read` is 0 or 1: the shape the contract fixes. */
export function presentNotification({ url, read, created_at, ...rest }: NotificationRow): Notification {
  return { ...rest, ...(url !== null && { url }), read: read ? 1 : 0, created_at: created_at.toISOString() };
}
