import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { saveUserToken, setNoticePreference } from '#contract/notifications/push.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { channelsOf, noticeGroups } from '#domain/notifications/notices.ts';
import { isDeliverable, readSubscription } from '#server/adapters/push/subscription.ts';
import type { Ctx } from '#server/context.ts';

/** One person has a handful of browsers; beyond this number the oldest tokens are deleted. */
const maxTokens = 20;

/**
 * Stores the push token of this browser for the caller's session. A browser with a new person on it is moved to that
 * person, so that no one gets the notices of its previous user.
 */
export async function saveToken(
  ctx: Ctx,
  viewer: Viewer,
  { hash }: Body<typeof saveUserToken>,
): Promise<Reply<typeof saveUserToken>> {
  const subscription = readSubscription(hash);
  if (subscription && !isDeliverable(subscription, ctx.config.pushHosts))
    fail('invalid_request', {
      errors: { hash: 'Este navegador usa um serviço de avisos que não conhecemos.' },
    });
  await sql`insert into push_tokens (user_id, session_id, provider, hash)
    values (${viewer.id}, ${viewer.sessionId}, ${subscription ? 'web' : 'fcm'}, ${hash})
    on conflict (hash) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      seen_at = market_now()`.execute(ctx.db);
  await sql`delete from push_tokens where id in (
    select id from push_tokens where user_id = ${viewer.id} order by seen_at desc, id desc offset ${maxTokens})`.execute(
    ctx.db,
  );
  return { ok: true };
}

/** Chooses the channels of a group; money, security and legal notices always use all. */
export async function setPreference(
  ctx: Ctx,
  viewer: Viewer,
  { group, email, push }: Body<typeof setNoticePreference>,
): Promise<Reply<typeof setNoticePreference>> {
  if (noticeGroups[group].locked) fail('notice_locked');
  await sql`insert into notice_preferences (user_id, notice_group, email, push)
    values (${viewer.id}, ${group}, ${email}, ${push})
    on conflict (user_id, notice_group) do update set email = excluded.email, push = excluded.push`.execute(
    ctx.db,
  );
  return { group, ...channelsOf(group, { email, push }), locked: false };
}
