import { sql } from 'kysely';
import type { FollowRules } from '#domain/listings/follows.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

const batch = 200;

/**
 * Notifies followers of what a seller published (F12): all listings of a quarter of an hour in one notice, and at most
 * one notice a day; listings in between are in the next notice. While the seller is on vacation it waits (F67).
 */
export const notifyPublications: Sweep = {
  name: 'follows.tell-publications',
  everyMs: 10_000,
  run: async (ctx) => {
    const { follows: rules } = (await currentRules(ctx.db)).rules;
    return inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ seller_id: number }>`
        select seller_id from publications
        where coalesce(due_at, at + ${rules.noticeWaitMs}::bigint * interval '1 millisecond') <= market_now()
          and away_until(seller_id) is null
        order by at limit 1 for update skip locked`.execute(tx);
      const sellerId = rows[0]?.seller_id;
      if (sellerId === undefined) return 0;
      const notified = await notifyFollowers(tx, sellerId, rules);
      if (notified < batch) await postpone(tx, sellerId, rules);
      return Math.max(notified, 1);
    });
  },
};

/** Listings published since the follower's last notice, or since they follow the seller. */
const newListings = sql`l.seller_id = f.seller_id and l.state = 'published'
  and l.published_at > coalesce(f.told_at, f.created_at)`;

async function notifyFollowers(tx: Tx, sellerId: number, { noticeEveryMs }: FollowRules): Promise<number> {
  const { rows } = await sql<{ id: number; count: number; title: string; slug: string; username: string }>`
    with due as (
      select f.id, n.count, n.title, n.slug from follows f, lateral (
        select count(*)::int, (array_agg(l.title order by l.published_at desc))[1] as title,
          (array_agg(l.slug order by l.published_at desc))[1] as slug
        from listings l where ${newListings}) n
      where f.seller_id = ${sellerId} and n.count > 0
        and (f.told_at is null or f.told_at <= market_now() - ${noticeEveryMs}::bigint * interval '1 millisecond')
      order by f.id limit ${batch} for update of f)
    update follows f set told_at = market_now() from due, users s
    where f.id = due.id and s.id = f.seller_id
    returning f.id, due.count, due.title, due.slug, s.username::text`.execute(tx);
  for (const { id, ...data } of rows)
    await record(tx, { kind: 'follow.published', actor: null, subject: { kind: 'follow', id }, data });
  return rows.length;
}

/** Schedules the next notice when a follower was notified less than a day ago; otherwise deletes the row. */
async function postpone(tx: Tx, sellerId: number, { noticeEveryMs }: FollowRules): Promise<void> {
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(f.told_at) + ${noticeEveryMs}::bigint * interval '1 millisecond' as due_at
    from follows f where f.seller_id = ${sellerId} and exists (select from listings l where ${newListings})`.execute(
    tx,
  );
  const dueAt = rows[0]?.due_at;
  if (dueAt) await sql`update publications set due_at = ${dueAt} where seller_id = ${sellerId}`.execute(tx);
  else await sql`delete from publications where seller_id = ${sellerId}`.execute(tx);
}
