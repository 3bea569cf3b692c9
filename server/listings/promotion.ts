import { sql } from 'kysely';
import type { ListingCard } from '#contract/listings/listings.ts';
import { pickForRotation, paidPlacesOn, rotationAt } from '#domain/listings/promotion.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';
import { cardsOf } from './cards.ts';
import { conditions, everything, keyOf, planning } from './search/filter.ts';
import type { Filter } from './search/filter.ts';
import type { Hits } from './search/hits.ts';

/** Standing in line is a matter of minutes, so a line may be a minute old. */
const lines: CacheShape = { name: 'listings.promoted', maxEntries: 500, ttlMs: 60_000 };
const clock: CacheShape = { name: 'listings.turn', maxEntries: 1, ttlMs: 30_000 };
/** Sold out or paused, a card is gone within a second. Read with each page these three were a third of what it cost. */
const placed: CacheShape = { name: 'listings.placed', maxEntries: 500, ttlMs: 1_000 };
/** The newest stand in line. Of more than these it would be days until one's next turn. */
const longestLine = 2_000;

/** The paid places of a page of `limit` cards without words (§4.5), first place first. */
export async function promotedIn(ctx: Ctx, filter: Filter, limit: number): Promise<ListingCard[]> {
  // In a shop all are of one seller, and nobody is to be placed before another.
  if (filter.seller !== null) return [];
  const { rules } = await currentRules(ctx.db);
  const places = paidPlacesOn(limit, rules.listings.promotion);
  if (places === 0) return [];
  const ids = pickForRotation(await lineOf(ctx, filter), places, await turn(ctx));
  return ids.length === 0 ? [] : cached(ctx, placed, ids.join(), () => cardsOf(ctx, ids));
}

/** The paid places of what words found: who stands there is among the best hits, or would not belong there. */
export async function promotedAmong(ctx: Ctx, { line }: Hits, limit: number): Promise<number[]> {
  if (line.length === 0) return [];
  const { rules } = await currentRules(ctx.db);
  return pickForRotation(line, paidPlacesOn(limit, rules.listings.promotion), await turn(ctx));
}

const shownAtHome = 10;

/** The row of the home page, which the best plan has to itself (§4.5). */
export async function promotedAtHome(ctx: Ctx): Promise<ListingCard[]> {
  return cardsOf(ctx, pickForRotation(await lineOf(ctx, everything), shownAtHome, await turn(ctx)));
}

function lineOf(ctx: Ctx, filter: Filter): Promise<number[]> {
  return cached(ctx, lines, keyOf(filter), async () => {
    const { rows } = await sql<{ line: number[] }>`${planning(filter)}
      select coalesce(array_agg(id order by id), '{}') as line from (
        select l.id from listings l where ${conditions(filter)} and l.plan = 'diamante'
        order by l.published_at desc limit ${sql.lit(longestLine)}) l`.execute(ctx.db);
    return rows[0]!.line;
  });
}

function turn(ctx: Ctx): Promise<number> {
  return cached(ctx, clock, 'now', async () => {
    const { rules } = await currentRules(ctx.db);
    return rotationAt(await marketNow(ctx.db), rules.listings.promotion);
  });
}
