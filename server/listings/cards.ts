import { sql } from 'kysely';
import type { ListingCard } from '#contract/listings/listings.ts';
import type { Ctx } from '#server/context.ts';
import { cached, cachedEach } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';

type SellerFacts = Pick<ListingCard, 'seller' | 'sellerVerified' | 'sellerScore' | 'sellerRatings'>;
/** A card without its seller. */
export type BareCard = Omit<ListingCard, keyof SellerFacts> & { sellerId: number };

/** The facts of a {@link BareCard}, from `listings l`. */
export const bareColumns = sql`l.id, l.slug, l.title, l.price_cents as "priceCents", l.cover_key as cover,
  l.delivery_type as "deliveryType", l.promised_hours as "promisedHours", l.plan, l.stock, l.seller_id as "sellerId"`;

const sellerColumns = sql`u.username::text as seller, u.document_proven_at is not null as "sellerVerified",
  u.seller_score as "sellerScore", u.seller_ratings as "sellerRatings"`;

/** The facts of a card, from `listings l join users u`. */
export const cardColumns = sql`${bareColumns}, ${sellerColumns}`;

const keptSellers: CacheShape = { name: 'listings.card-sellers', maxEntries: 20_000, ttlMs: 30_000 };

/**
 * The cards with who sells them, at most half a minute old: looking 25 sellers up was two fifths of what a page of
 * results cost PostgreSQL (0.26 ms with them, 0.16 without).
 */
export async function withSellers<Card extends BareCard>(
  ctx: Ctx,
  cards: readonly Card[],
): Promise<(Card & SellerFacts)[]> {
  const ids = cards.map(({ sellerId }) => sellerId);
  const sellers = await cachedEach(ctx, keptSellers, ids, (missing) => readSellers(ctx, missing));
  return cards.map((card, place) => ({ ...card, ...sellers[place]! }));
}

async function readSellers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, SellerFacts>> {
  const { rows } = await sql<SellerFacts & { id: number }>`
    select u.id, ${sellerColumns} from users u where u.id = any(${ids}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Cards of these listings, as many as are still on sale, in the order given. */
export async function cardsOf(ctx: Ctx, ids: readonly number[]): Promise<ListingCard[]> {
  const { rows } = await sql<ListingCard>`
    select ${cardColumns} from listings l join users u on u.id = l.seller_id
    where l.id = any(${ids}::bigint[]) and l.state = 'published'`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const kept: CacheShape = { name: 'listings.similar', maxEntries: 1_000, ttlMs: 30_000 };
const shown = 8;

/** Up to eight others of the same category, best exposed first; at most half a minute old. */
export async function similarTo(
  ctx: Ctx,
  listing: { id: number; categoryId: number },
): Promise<ListingCard[]> {
  const best = await cached(ctx, kept, String(listing.categoryId), async () => {
    const { rows } = await sql<ListingCard>`
      select ${cardColumns} from listings l join users u on u.id = l.seller_id
      where l.category_id = ${listing.categoryId} and l.state = 'published'
      order by l.exposure desc, l.published_at desc, l.id desc limit ${shown + 1}`.execute(ctx.db);
    return rows;
  });
  return best.filter((card) => card.id !== listing.id).slice(0, shown);
}
