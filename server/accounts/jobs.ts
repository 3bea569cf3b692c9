import { sql } from 'kysely';
import type { Sweep } from '#server/background/worker.ts';

/** Deletes expired rows: sessions, devices, links, attempt counts and stored idempotent replies. */
export const deleteExpired: Sweep = {
  name: 'accounts.forget-expired',
  everyMs: 10 * 60_000,
  async run(ctx) {
    const { rows } = await sql<{ forgotten: number }>`
      with old_sessions as (delete from sessions where expires_at < market_now() returning 1),
        old_devices as (delete from devices where last_seen_at < market_now() - interval '400 days' returning 1),
        old_links as (delete from one_time_secrets where expires_at < market_now() - interval '7 days' returning 1),
        old_attempts as (delete from attempts where window_start < least(now(), market_now()) - interval '1 day' returning 1),
        old_photo_links as (delete from photo_links where expires_at < market_now() - interval '1 hour' returning 1),
        old_uploads as (delete from uploads where created_at < market_now() - interval '1 day' returning 1),
        old_brakes as (delete from brakes
          where greatest(tried_at, paused_until) < market_now() - interval '1 day' returning 1),
        old_holds as (delete from queue_claims where until < market_now() - interval '1 hour' returning 1),
        old_replies as (delete from idempotency_keys where created_at < now() - interval '30 days' returning 1)
      select ((select count(*) from old_sessions) + (select count(*) from old_devices) + (select count(*) from old_links) + (select count(*) from old_brakes)
        + (select count(*) from old_attempts) + (select count(*) from old_replies))::int as forgotten`.execute(
      ctx.db,
    );
    return rows[0]!.forgotten;
  },
};
