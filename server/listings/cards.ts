import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ListingCard } from '#contract/listings/listings.ts';
import type { Ctx } from '#server/context.ts';
import { batchPerTick } from '#server/concurrency/batch.ts';
import { exceptOf, sellersNowAway } from '#server/listings/vacations/away.ts';
import { cached, cachedEach } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';

type SellerFacts = Pick<ListingCard, 'seller' | 'sellerVerified' | 'sellerScore' | 'sellerRatings'>;
/** A card without its seller. */
export type BareCard = Omit<ListingCard, keyof SellerFacts> & { sellerId: number; cityId: number | null };
export type FullCard = BareCard & SellerFacts;

/** SQL: «Curitiba, PR», or null without a city (`cityLabel`). */
export function cityName(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select c.name || ', ' || c.state from cities c where c.id = ${id})`;
}

/** Columns of a {@link BareCard}, from `listings l`. */
export const bareColumns = sql`l.id, l.slug, l.title, l.price_cents as "priceCents", l.cover_key as cover,
  l.delivery_type as "deliveryType", l.promised_hours as "promisedHours", l.also_pickup as "alsoPickup",
  l.free_shipping as "freeShipping", l.plan, l.stock, l.seller_id as "sellerId", l.city_id as "cityId",
  ${cityName(sql`l.city_id`)} as city`;

const sellerColumns = sql`u.username::text as seller, u.document_proven_at is not null as "sellerVerified",
  u.seller_score as "sellerScore", u.seller_ratings as "sellerRatings"`;

/** Columns of a card, from `listings l join users u`. */
export const cardColumns = sql`${bareColumns}, ${sellerColumns}`;

const sellerCache: CacheShape = { name: 'listings.card-sellers', maxEntries: 20_000, ttlMs: 30_000 };

/**
 * Adds the sellers, at most half a minute old, to cards. Reading 25 sellers was two fifths of PostgreSQL's cost of a
 * page of results (0.26 ms with them, 0.16 without).
 */
export async function withSellers<Card extends BareCard>(
  ctx: Ctx,
  cards: readonly Card[],
): Promise<(Card & SellerFacts)[]> {
  const ids = cards.map(({ sellerId }) => sellerId);
  const sellers = await cachedEach(ctx, sellerCache, ids, (missing) => readSellers(ctx, missing));
  return cards.map((card, place) => ({ ...card, ...sellers[place]! }));
}

async function readSellers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, SellerFacts>> {
  const { rows } = await sql<SellerFacts & { id: number }>`
    select u.id, ${sellerColumns} from users u where u.id = any(${ids}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Cards of these listings in the order given, without those that are no longer on sale. */
export async function cardsOf(ctx: Ctx, ids: readonly number[]): Promise<FullCard[]> {
  const cards = await withSellers(ctx, await bareCardsOf(ctx, ids));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const recentCache: CacheShape = { name: 'listings.recent-cards', maxEntries: 1_000, ttlMs: 1_000 };

/** The same, at most a second old: for lists whose order is cached, and which many people see at once. */
export function recentCardsOf(ctx: Ctx, ids: readonly number[]): Promise<FullCard[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : cached(ctx, recentCache, ids.join(), () => cardsOf(ctx, ids));
}

const bareCardsOf = batchPerTick(async (ctx: Ctx, lists: (readonly number[])[]): Promise<BareCard[][]> => {
  const ids = [...new Set(lists.flat())];
  const { rows } = await sql<BareCard>`
    select ${bareColumns} from listings l
    where l.id = any(${ids}::bigint[]) and l.state = 'published' ${exceptOf(await sellersNowAway(ctx))}`.execute(
    ctx.db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return lists.map((list) => list.flatMap((id) => byId.get(id) ?? []));
});

const similarCache: CacheShape = { name: 'listings.similar', maxEntries: 1_000, ttlMs: 30_000 };
const maxSimilar = 8;

/** Up to eight other listings of the same category, highest exposure first; at most half a minute old. */
export async function similarTo(
  ctx: Ctx,
  listing: { id: number; categoryId: number },
): Promise<ListingCard[]> {
  const best = await cached(ctx, similarCache, String(listing.categoryId), async () => {
    const { rows } = await sql<ListingCard>`
      select ${cardColumns} from listings l join users u on u.id = l.seller_id
      where l.category_id = ${listing.categoryId} and l.state = 'published' ${exceptOf(await sellersNowAway(ctx))}
      order by l.exposure desc, l.published_at desc, l.id desc limit ${maxSimilar + 1}`.execute(ctx.db);
    return rows;
  });
  return best.filter((card) => card.id !== listing.id).slice(0, maxSimilar);
}
