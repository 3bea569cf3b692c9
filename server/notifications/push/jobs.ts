import { sql } from 'kysely';
import type { PushMessage } from '#server/adapters/push/push-sender.ts';
import type { Ctx } from '#server/context.ts';
import type { JobPayloads } from '#server/background/jobs.ts';
import type { Sweep } from '#server/background/worker.ts';

const daySeconds = 86_400;
/** Browsers that were not seen for this long are deleted. */
const expiresAfter = '60 days';

/** Locked screens are visible to others: the text contains no names and no amounts (T69). */
const body = 'Toque para ver.';

interface Delivery extends Pick<PushMessage, 'title' | 'url'> {
  provider: 'web' | 'fcm';
  hash: string;
}

/**
 * Sends one notice to one browser. Notices that were read meanwhile, and those of ended sessions, are skipped; a token
 * that is gone is deleted. An error is retried by the queue.
 */
export async function sendPush(
  ctx: Ctx,
  { notificationId, tokenId }: JobPayloads['push.send'],
): Promise<void> {
  const { rows } = await sql<Delivery>`
    select t.provider, t.hash, n.title, coalesce(n.url, '/') as url
    from notifications n join push_tokens t on t.user_id = n.user_id join sessions s on s.id = t.session_id
    where n.id = ${notificationId} and t.id = ${tokenId} and not n.read and s.expires_at > market_now()`.execute(
    ctx.db,
  );
  const delivery = rows[0];
  if (!delivery) return;
  const sender = ctx.push.find(({ provider }) => provider === delivery.provider);
  const { title, url } = delivery;
  const outcome = sender
    ? await sender.send(delivery.hash, {
        title,
        body,
        url,
        tag: `n${notificationId}`,
        ttlSeconds: daySeconds,
      })
    : 'gone';
  if (outcome === 'gone') await sql`delete from push_tokens where id = ${tokenId}`.execute(ctx.db);
}

/** Deletes browsers that were not seen for two months. */
export const deleteOldBrowsers: Sweep = {
  name: 'push.forget-browsers',
  everyMs: 3_600_000,
  async run(ctx) {
    const { numAffectedRows } = await sql`
      delete from push_tokens where seen_at < market_now() - ${expiresAfter}::interval`.execute(ctx.db);
    return Number(numAffectedRows ?? 0);
  },
};
