import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getNoticePreferences, getPushSettings } from '#contract/notifications/push.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { channelsOf, noticeGroupNames, noticeGroups } from '#domain/notifications/notices.ts';
import { chosenChannels } from '#server/accounts/notice-channels.ts';
import type { Ctx, Db } from '#server/context.ts';
import { vapidKeys } from './vapid.ts';

/** The settings that a browser needs to subscribe. */
export async function pushSettings(ctx: Ctx): Promise<Reply<typeof getPushSettings>> {
  const { fcm, pushPrompt: prompt } = ctx.config;
  if (fcm) return { provider: 'fcm', vapidKey: fcm.vapidKey, firebase: fcm.web, prompt };
  const { publicKey } = await vapidKeys(ctx.db, ctx.keys);
  return { provider: 'web', vapidKey: publicKey, firebase: null, prompt };
}

/** Every group with the channels that it uses for this person. */
export async function noticePreferences(db: Db, viewer: Viewer): Promise<Reply<typeof getNoticePreferences>> {
  const chosen = await chosenChannels(db, viewer.id);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from push_tokens where user_id = ${viewer.id}`.execute(db);
  return {
    items: noticeGroupNames.map((group) => ({
      group,
      ...channelsOf(group, chosen.get(group)),
      locked: noticeGroups[group].locked,
    })),
    browsers: rows[0]!.count,
  };
}
