import { sql } from 'kysely';
import { channelsOf } from '#domain/notifications/notices.ts';
import type { NoticeChannels, NoticeGroup } from '#domain/notifications/notices.ts';
import type { Queryable } from '#server/context.ts';

/** The channels that a person chose for each group; groups without a choice are missing. */
export async function chosenChannels(
  db: Queryable,
  userId: number,
): Promise<Map<NoticeGroup, NoticeChannels>> {
  const { rows } = await sql<NoticeChannels & { notice_group: NoticeGroup }>`
    select notice_group, email, push from notice_preferences where user_id = ${userId}`.execute(db);
  return new Map(rows.map(({ notice_group, email, push }) => [notice_group, { email, push }]));
}

/** Whether a person gets mails of a group, for mails that are sent directly and not by a notice. */
export async function wantsLetters(db: Queryable, userId: number, group: NoticeGroup): Promise<boolean> {
  return channelsOf(group, (await chosenChannels(db, userId)).get(group)).email;
}
