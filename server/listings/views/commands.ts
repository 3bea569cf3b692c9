import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import { isStaff } from '#domain/accounts/accounts.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { liveStates } from '#domain/listings/listings.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { networkOf } from '#server/http/limits/networks.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { enqueueView, requeueViews, takePendingViews } from './pending-views.ts';
import type { PendingView } from './pending-views.ts';

/** The viewer of a listing, from the call. Nothing of it is stored. */
export interface ViewRequest {
  viewer: Viewer | null;
  ip: string;
  userAgent: string;
}

/**
 * Queues a view of a listing (decision 43). Bots and staff do not count; the seller's own view is dropped when views are
 * written. The caller waits only when the day's salt is not cached.
 */
export async function recordView(ctx: Ctx, { viewer, ip, userAgent }: ViewRequest, listingId: number) {
  if (userAgent === '' || isbot(userAgent) || (viewer && isStaff(viewer.role))) return;
  const { day, salt } = await readCurrentDay(ctx);
  const network = networkOf(ip);
  const visitor = viewer ? `person ${viewer.id}` : `network ${network} ${userAgent}`;
  const view = { listingId, day, mark: visitorMark(salt, listingId, visitor), viewerId: viewer?.id ?? null };
  enqueueView(ctx, view, network);
}

/** A different mark for each listing, so that the listings one person viewed cannot be linked. */
function visitorMark(salt: Buffer, listingId: number, visitor: string): string {
  return createHmac('sha256', salt).update(`${listingId} ${visitor}`).digest('hex').slice(0, 32);
}

interface CurrentDay {
  day: string;
  salt: Buffer;
}

const dayCache: CacheShape = { name: 'visits.today', maxEntries: 1, ttlMs: 15_000 };

/** The current day in São Paulo with its salt, which the first process to ask creates. */
function readCurrentDay(ctx: Ctx): Promise<CurrentDay> {
  return cached(ctx, dayCache, 'today', async () => {
    const { rows } = await sql<CurrentDay>`
      insert into view_salts as s (day, salt)
      values ((market_now() at time zone 'America/Sao_Paulo')::date, ${randomBytes(32)})
      on conflict (day) do update set salt = s.salt returning day::text, salt`.execute(ctx.db);
    return rows[0]!;
  });
}

/**
 * Writes the pending views of this process in one statement: marks first, and each new mark adds one to its listing's
 * day. All processes use the same order, so they cannot deadlock; a repeated write adds nothing.
 * @returns how many views were pending
 */
export async function writePendingViews(ctx: Ctx): Promise<number> {
  const views = takePendingViews(ctx);
  if (views.length === 0) return 0;
  try {
    await insertViews(ctx, views);
  } catch (error) {
    requeueViews(ctx, views);
    throw error;
  }
  return views.length;
}

async function insertViews(ctx: Ctx, visits: readonly PendingView[]): Promise<void> {
  await inTransaction(ctx.db, (tx) =>
    sql`
      with fresh as (
        insert into view_marks (day, listing_id, mark)
        select v.day, v."listingId", decode(v.mark, 'hex')
        from json_to_recordset(${JSON.stringify(visits)}::json) as v (day date, "listingId" bigint, mark text,
          "viewerId" bigint)
        join listings l on l.id = v."listingId" and l.state = any(${liveStates}::text[])
          and l.seller_id is distinct from v."viewerId"
        order by 1, 2, 3
        on conflict do nothing returning day, listing_id)
      insert into listing_views as stored (listing_id, day, visits)
      select listing_id, day, count(*)::int from fresh group by 1, 2 order by 1, 2
      on conflict (listing_id, day) do update set visits = stored.visits + excluded.visits`.execute(tx),
  );
}
