import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

const batch = 200;

/**
 * Notifies people that a favorite became cheaper (§4.17). The stored price changes with the notice, so that each drop is
 * notified once, and small drops are notified when their sum is large enough. It waits while the seller is on vacation
 * (F67).
 */
export const notifyPriceDrops: Sweep = {
  name: 'favorites.tell-price-drops',
  everyMs: 10_000,
  run: async (ctx) => {
    const { priceDropBps } = (await currentRules(ctx.db)).rules.favorites;
    return inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ listing_id: number }>`
        select listing_id from price_changes c
        where away_until((select seller_id from listings l where l.id = c.listing_id)) is null order by at limit 1 for update skip locked`.execute(
        tx,
      );
      const listingId = rows[0]?.listing_id;
      if (listingId === undefined) return 0;
      const notified = await notifyFollowers(tx, listingId, priceDropBps);
      if (notified < batch) await finishPriceChange(tx, listingId);
      return Math.max(notified, 1);
    });
  },
};

async function notifyFollowers(tx: Tx, listingId: number, dropBps: number): Promise<number> {
  const { rows } = await sql<{ id: number; from_cents: number; to_cents: number }>`
    with due as (
      select f.id, f.price_cents as known from favorites f join listings l on l.id = f.listing_id
      where f.listing_id = ${listingId} and l.state = 'published'
        and (f.price_cents - l.price_cents) * 10000 >= f.price_cents * ${dropBps}
      order by f.id limit ${batch} for update of f)
    update favorites f set price_cents = l.price_cents from due, listings l
    where f.id = due.id and l.id = f.listing_id
    returning f.id, due.known as from_cents, f.price_cents as to_cents`.execute(tx);
  for (const { id, from_cents: fromCents, to_cents: toCents } of rows)
    await record(tx, {
      kind: 'favorite.price_dropped',
      actor: null,
      subject: { kind: 'favorite', id },
      data: { fromCents, toCents },
    });
  return rows.length;
}

/** Stores a raised price as the base of the next drop, without a notice. */
async function finishPriceChange(tx: Tx, listingId: number): Promise<void> {
  await sql`update favorites f set price_cents = l.price_cents from listings l
    where f.listing_id = ${listingId} and l.id = f.listing_id and l.price_cents > f.price_cents`.execute(tx);
  await sql`delete from price_changes where listing_id = ${listingId}`.execute(tx);
}
