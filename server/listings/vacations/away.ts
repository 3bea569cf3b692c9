import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx, Queryable } from '#server/context.ts';

/** SQL: ids of the sellers who are on vacation now (F67). */
export const sellersAway = sql`(select v.seller_id from vacations v
  where v.cancelled_at is null and v.starts_at <= market_now() and v.ends_at > market_now())`;

/** SQL: the state of the listing `l` for buyers, to whom one hidden by a vacation is as good as paused. */
export const shownState = sql`case when l.state = 'published' and away_until(l.seller_id) is not null
  then 'paused' else l.state end`;

const awayCache: CacheShape = { name: 'listings.sellers-away', maxEntries: 1, ttlMs: 1_000 };

/**
 * The sellers who are on vacation, at most a second old. Lists leave their listings out by these ids: while none is away
 * no statement differs from one without vacations.
 */
export function sellersNowAway(ctx: Ctx): Promise<readonly number[]> {
  return cached(ctx, awayCache, 'all', async () => {
    const { rows } = await sql<{ ids: number[] }>`
      select coalesce(array_agg(id order by id), '{}') as ids from ${sellersAway} away (id)`.execute(ctx.db);
    return rows[0]!.ids;
  });
}

/** SQL: ` and …`, which leaves out the listings `l` of these sellers; nothing where there are none. */
export function exceptOf(away: readonly number[]): RawBuilder<unknown> {
  return away.length === 0 ? sql`` : sql`and l.seller_id <> all(${away}::bigint[])`;
}

/** SQL: ids of all listings of these sellers, from the index `listings_seller` alone. */
export function listingsOf(away: readonly number[]): RawBuilder<unknown> {
  return sql`(select l.id from listings l where l.seller_id = any(${away}::bigint[]))`;
}

/** Whether one of the listings is of one of these sellers. */
export async function isAnyOf(
  db: Queryable,
  listingIds: readonly number[],
  away: readonly number[],
): Promise<boolean> {
  if (away.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from listings l where l.id = any(${listingIds}::bigint[])
      and l.seller_id = any(${away}::bigint[])) as found`.execute(db);
  return rows[0]!.found;
}

/** The last day of the vacation on which the seller is now; null while not. */
export async function awayUntil(db: Queryable, { id }: Viewer): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select away_until(${id})::text as day`.execute(db);
  return rows[0]!.day;
}
