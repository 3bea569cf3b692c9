import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Adds a favorite with the listing's current price. An existing favorite does not change. */
export async function addFavorite(ctx: Ctx, viewer: Viewer, listingId: number): Promise<void> {
  const { max } = (await currentRules(ctx.db)).rules.favorites;
  await inTransaction(ctx.db, async (tx) => {
    // Locks the person, so that concurrent requests cannot exceed the limit.
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    const { rows } = await sql`
      select from favorites where user_id = ${viewer.id} and listing_id = ${listingId}`.execute(tx);
    if (rows.length > 0) return;
    const priceCents = await priceOf(tx, viewer, listingId);
    await refuseTooMany(tx, viewer, max);
    await sql`insert into favorites (user_id, listing_id, price_cents)
      values (${viewer.id}, ${listingId}, ${priceCents})`.execute(tx);
  });
}

/** Locks the row with `for key share`, so that the listing cannot be removed before the favorite is stored. */
async function priceOf(tx: Tx, viewer: Viewer, listingId: number): Promise<number> {
  const { rows } = await sql<{ seller_id: number; price_cents: number }>`
    select seller_id, price_cents from listings where id = ${listingId}
      and state in ('published', 'paused', 'sold_out', 'expired') and price_cents is not null
    for key share`.execute(tx);
  const { seller_id: sellerId, price_cents: priceCents } = rows[0] ?? fail('not_found');
  if (sellerId === viewer.id) fail('own_listing', { detail: 'Este anúncio é seu.' });
  return priceCents;
}

async function refuseTooMany(tx: Tx, viewer: Viewer, max: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from favorites where user_id = ${viewer.id}`.execute(tx);
  if (rows[0]!.count >= max)
    fail('limit_reached', { detail: `Você já tem ${max} favoritos. Retire um para guardar outro.` });
}

/** Removes a favorite, if it exists. */
export async function removeFavorite(ctx: Ctx, viewer: Viewer, listingId: number): Promise<void> {
  await sql`delete from favorites where user_id = ${viewer.id} and listing_id = ${listingId}`.execute(ctx.db);
}
