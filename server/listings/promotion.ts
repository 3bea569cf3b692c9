import { sql } from 'kysely';
import type { ListingCard } from '#contract/listings/listings.ts';
import { pickForRotation, paidPlacesOn, rotationAt } from '#domain/listings/promotion.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { sellersNowAway } from '#server/listings/vacations/away.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';
import { cardsOf, recentCardsOf } from './cards.ts';
import type { FullCard } from './cards.ts';
import { conditions, noFilter, keyOf, planHint } from './search/filter.ts';
import type { Filter } from './search/filter.ts';
import type { Hits } from './search/word-hits.ts';

/** The rotation takes minutes, so the list of candidates may be a minute old. */
const candidatesCache: CacheShape = { name: 'listings.promoted', maxEntries: 500, ttlMs: 60_000 };
const rotationCache: CacheShape = { name: 'listings.turn', maxEntries: 1, ttlMs: 30_000 };
/** Only the newest listings rotate; with more of them a listing would be shown again only after days. */
const maxCandidates = 2_000;

/** The promoted cards of a page of `limit` cards without search words (§4.5), first place first. */
export async function promotedCards(ctx: Ctx, filter: Filter, limit: number): Promise<FullCard[]> {
  // On a seller's page all listings have the same seller, so promotion has no meaning.
  if (filter.seller !== null) return [];
  const { rules } = await currentRules(ctx.db);
  const places = paidPlacesOn(limit, rules.listings.promotion);
  if (places === 0) return [];
  const ids = pickForRotation(await readCandidates(ctx, filter), places, await currentRotation(ctx));
  // A sold-out or paused card disappears within a second. Read with each page they were a third of its cost.
  return recentCardsOf(ctx, ids);
}

/** The promoted ids of a search by words; only good hits are candidates. */
export async function promotedHits(ctx: Ctx, { promotable }: Hits, limit: number): Promise<number[]> {
  if (promotable.length === 0) return [];
  const { rules } = await currentRules(ctx.db);
  return pickForRotation(
    promotable,
    paidPlacesOn(limit, rules.listings.promotion),
    await currentRotation(ctx),
  );
}

const shownAtHome = 10;

/** The cards of the home page, reserved for the best plan (§4.5). */
export async function promotedAtHome(ctx: Ctx): Promise<ListingCard[]> {
  const filter = { ...noFilter, away: await sellersNowAway(ctx) };
  return cardsOf(
    ctx,
    pickForRotation(await readCandidates(ctx, filter), shownAtHome, await currentRotation(ctx)),
  );
}

function readCandidates(ctx: Ctx, filter: Filter): Promise<number[]> {
  return cached(ctx, candidatesCache, keyOf(filter), async () => {
    const { rows } = await sql<{ ids: number[] }>`${planHint(filter)}
      select coalesce(array_agg(id order by id), '{}') as ids from (
        select l.id from listings l where ${conditions(filter)} and l.plan = 'diamante'
        order by l.published_at desc limit ${sql.lit(maxCandidates)}) l`.execute(ctx.db);
    return rows[0]!.ids;
  });
}

function currentRotation(ctx: Ctx): Promise<number> {
  return cached(ctx, rotationCache, 'now', async () => {
    const { rules } = await currentRules(ctx.db);
    return rotationAt(await marketNow(ctx.db), rules.listings.promotion);
  });
}
