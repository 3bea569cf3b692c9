import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import { favoritesPerPage } from '#contract/listings/favorites.ts';
import type { FavoriteListing, listFavoriteListings } from '#contract/listings/favorites.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Db } from '#server/context.ts';
import { cardColumns } from '#server/listings/cards.ts';
import { shownState } from '#server/listings/vacations/away.ts';
import { currentRules } from '#server/settings/queries.ts';

/** Which of these listings are favorites of the person. */
export async function favoritesAmong(db: Db, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ listing_id: number }>`
    select listing_id from favorites where user_id = ${viewer.id} and listing_id = any(${ids}::bigint[])
    order by listing_id`.execute(db);
  return rows.map(({ listing_id: id }) => id);
}

/** Cards of the person's favorites, newest first. A suspended listing is hidden until it is republished. */
export async function favoriteListings(
  ctx: Ctx,
  viewer: Viewer,
  page = 1,
): Promise<Reply<typeof listFavoriteListings>> {
  const { rows } = await sql<FavoriteListing & { total: number }>`
    select ${cardColumns}, ${shownState} as state, f.price_cents as "keptPriceCents", count(*) over ()::int as total
    from favorites f join listings l on l.id = f.listing_id join users u on u.id = l.seller_id
    where f.user_id = ${viewer.id} and l.state in ('published', 'paused', 'sold_out', 'expired')
    order by f.id desc limit ${favoritesPerPage} offset ${(page - 1) * favoritesPerPage}`.execute(ctx.db);
  const { max } = (await currentRules(ctx.db)).rules.favorites;
  return { items: rows.map(({ total: _total, ...item }) => item), total: rows[0]?.total ?? 0, max };
}
