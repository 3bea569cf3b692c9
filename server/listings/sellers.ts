import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

/** Updating a listing rewrites its entries in the search indexes. */
const batch = 50;

/**
 * Copies a seller's changed document proof and score (§4.13, §4.14; `seller_changes`) to their listings, for cards and
 * filters. It waits some seconds after a change, so that concurrent publications have committed and no listing keeps the
 * old values.
 */
export const updateSellerFacts: Sweep = {
  name: 'listings.mark-sellers',
  everyMs: 5_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ seller_id: number }>`
        select seller_id from seller_changes where ${isSettled} order by at limit 1 for update skip locked`.execute(
        tx,
      );
      const sellerId = rows[0]?.seller_id;
      if (sellerId === undefined) return 0;
      await sql`update users u set seller_score = f.score, seller_ratings = f.ratings
        from seller_figures(${sellerId}) f where u.id = ${sellerId}
          and (u.seller_score, u.seller_ratings) is distinct from (f.score, f.ratings)`.execute(tx);
      const updated = await updateListings(tx, sellerId);
      if (updated < batch)
        await sql`delete from seller_changes where seller_id = ${sellerId} and ${isSettled}`.execute(tx);
      return Math.max(updated, 1);
    }),
};

const isSettled = sql`at <= market_now() - interval '5 seconds'`;

async function updateListings(tx: Tx, sellerId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with stale as (
      select l.id, f.verified, f.stars from listings l, seller_figures(${sellerId}) f
      where l.seller_id = ${sellerId} and l.state = 'published'
        and (l.seller_verified, l.seller_stars) is distinct from (f.verified, f.stars)
      order by l.id limit ${batch} for update of l)
    update listings l set seller_verified = stale.verified, seller_stars = stale.stars from stale
    where l.id = stale.id`.execute(tx);
  return Number(numAffectedRows);
}
