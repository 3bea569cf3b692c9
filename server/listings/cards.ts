import { sql } from 'kysely';
import type { ListingCard } from '#contract/listings.ts';
import type { Ctx } from '#server/context.ts';
import { cached } from '#server/cache.ts';
import type { CacheShape } from '#server/cache.ts';

/** The facts of a card, from `listings l join users u`. */
export const cardColumns = sql`l.id, l.slug, l.title, l.price_cents as "priceCents", l.cover_key as cover,
  u.username::text as seller, u.identity_verified_at is not null as "sellerVerified", u.seller_score as "sellerScore",
  u.seller_ratings as "sellerRatings", l.delivery_type as "deliveryType", l.promised_hours as "promisedHours", l.plan, l.stock`;

/** Cards of these listings, as many as are still on sale, in the order given. */
export async function cardsOf(ctx: Ctx, ids: readonly number[]): Promise<ListingCard[]> {
  const { rows } = await sql<ListingCard>`
    select ${cardColumns} from listings l join users u on u.id = l.seller_id
    where l.id = any(${ids}::bigint[]) and l.state = 'published'`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const kept: CacheShape = { name: 'listings.similar', maxEntries: 1_000, forMs: 30_000 };
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
