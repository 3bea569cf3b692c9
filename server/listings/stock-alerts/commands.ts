import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { hasStockAlert } from './queries.ts';

/** Adds an alert for one notice when the listing is on sale again. An existing alert does not change. */
export async function addStockAlert(ctx: Ctx, viewer: Viewer, listingId: number): Promise<void> {
  const { max } = (await currentRules(ctx.db)).rules.favorites;
  await inTransaction(ctx.db, async (tx) => {
    // Locks the person, so that concurrent requests cannot exceed the limit.
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    if (await hasStockAlert(tx, viewer, listingId)) return;
    const isHidden = await refuseOnSale(tx, viewer, listingId);
    await refuseTooMany(tx, viewer, max);
    await sql`insert into stock_alerts (user_id, listing_id) values (${viewer.id}, ${listingId})
      on conflict (user_id, listing_id) do update set asked_at = market_now(), told_at = null`.execute(tx);
    // No change of the listing ends a vacation: its notice waits for the end from now on (F67).
    if (isHidden)
      await sql`insert into restocked_listings (listing_id) values (${listingId}) on conflict do nothing`.execute(
        tx,
      );
  });
}

/**
 * Locks the row with `for share`, so that the listing cannot return before the alert is stored and stay unnoticed.
 * @returns whether it is on sale and hidden by a vacation of its seller
 */
async function refuseOnSale(tx: Tx, viewer: Viewer, listingId: number): Promise<boolean> {
  const { rows } = await sql<{ seller_id: number; state: ListingState; away: boolean }>`
    select seller_id, state, away_until(seller_id) is not null as away from listings where id = ${listingId}
      and state in ('published', 'paused', 'sold_out', 'expired') for share`.execute(tx);
  const { seller_id: sellerId, state, away } = rows[0] ?? fail('not_found');
  if (sellerId === viewer.id) fail('own_listing', { detail: 'Este anúncio é seu.' });
  if (state === 'published' && !away)
    fail('wrong_state', {
      detail: 'Este anúncio já está à venda. Atualize a página para comprar.',
      meta: { state, allowed: ['buy'] },
    });
  return state === 'published';
}

async function refuseTooMany(tx: Tx, viewer: Viewer, max: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from stock_alerts where user_id = ${viewer.id} and told_at is null`.execute(tx);
  if (rows[0]!.count >= max)
    fail('limit_reached', {
      detail: `Você já espera por ${max} anúncios. Cancele um aviso para pedir outro.`,
    });
}

/** Removes an alert, if it exists. */
export async function removeStockAlert(ctx: Ctx, viewer: Viewer, listingId: number): Promise<void> {
  await sql`delete from stock_alerts where user_id = ${viewer.id} and listing_id = ${listingId}`.execute(
    ctx.db,
  );
}
