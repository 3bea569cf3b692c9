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
import { enqueueVisit, returnVisits, takeVisits } from './waiting.ts';
import type { Visit } from './waiting.ts';

/** Who looks, as the call tells it. Nothing of it is kept. */
export interface Onlooker {
  viewer: Viewer | null;
  ip: string;
  userAgent: string;
}

/**
 * Notes that somebody looks at a listing (decision 43). Machines and the team are no visitors; the seller is found out
 * when it is written. The caller waits for nothing but, once in a while, the day's salt.
 */
export async function noteVisit(ctx: Ctx, { viewer, ip, userAgent }: Onlooker, listingId: number) {
  if (userAgent === '' || isbot(userAgent) || (viewer && isStaff(viewer.role))) return;
  const { day, salt } = await today(ctx);
  const network = networkOf(ip);
  const visitor = viewer ? `person ${viewer.id}` : `network ${network} ${userAgent}`;
  const visit = { listingId, day, mark: markOf(salt, listingId, visitor), viewerId: viewer?.id ?? null };
  enqueueVisit(ctx, visit, network);
}

/** Another one for each listing: what one person looked at cannot be put together again. */
function markOf(salt: Buffer, listingId: number, visitor: string): string {
  return createHmac('sha256', salt).update(`${listingId} ${visitor}`).digest('hex').slice(0, 32);
}

interface Today {
  day: string;
  salt: Buffer;
}

const kept: CacheShape = { name: 'visits.today', maxEntries: 1, ttlMs: 15_000 };

/** The day of the market with its salt, which the first process that asks makes. */
function today(ctx: Ctx): Promise<Today> {
  return cached(ctx, kept, 'today', async () => {
    const { rows } = await sql<Today>`
      insert into view_salts as s (day, salt)
      values ((market_now() at time zone 'America/Sao_Paulo')::date, ${randomBytes(32)})
      on conflict (day) do update set salt = s.salt returning day::text, salt`.execute(ctx.db);
    return rows[0]!;
  });
}

/**
 * Writes what waits in this process, in one statement: marks first, and whatever mark is new adds one to its listing's
 * day. The order is the same everywhere, so processes wait for each other and never in a circle; written twice it is
 * written once.
 * @returns how many waited
 */
export async function writeVisits(ctx: Ctx): Promise<number> {
  const visits = takeVisits(ctx);
  if (visits.length === 0) return 0;
  try {
    await write(ctx, visits);
  } catch (error) {
    returnVisits(ctx, visits);
    throw error;
  }
  return visits.length;
}

async function write(ctx: Ctx, visits: readonly Visit[]): Promise<void> {
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
      insert into listing_views as kept (listing_id, day, visits)
      select listing_id, day, count(*)::int from fresh group by 1, 2 order by 1, 2
      on conflict (listing_id, day) do update set visits = kept.visits + excluded.visits`.execute(tx),
  );
}
