import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

const batch = 200;

/**
 * Notifies subscribers that a listing is on sale again. An alert is used up by its notice, so that each is sent once
 * however often the listing returns; a listing that is gone again before the job runs is notified at its next return,
 * and one of a seller on vacation after it (F67).
 */
export const notifyReturns: Sweep = {
  name: 'awaited.tell-returns',
  everyMs: 10_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ listing_id: number }>`
        select listing_id from restocked_listings r
        where away_until((select seller_id from listings l where l.id = r.listing_id)) is null order by at limit 1 for update skip locked`.execute(
        tx,
      );
      const listingId = rows[0]?.listing_id;
      if (listingId === undefined) return 0;
      const notified = await notifySubscribers(tx, listingId);
      if (notified < batch)
        await sql`delete from restocked_listings where listing_id = ${listingId}`.execute(tx);
      return Math.max(notified, 1);
    }),
};

async function notifySubscribers(tx: Tx, listingId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select a.id from stock_alerts a join listings l on l.id = a.listing_id
      where a.listing_id = ${listingId} and a.told_at is null and l.state = 'published'
      order by a.id limit ${batch} for update of a)
    update stock_alerts a set told_at = market_now() from due where a.id = due.id returning a.id`.execute(tx);
  for (const { id } of rows)
    await record(tx, { kind: 'awaited.returned', actor: null, subject: { kind: 'awaited', id } });
  return rows.length;
}
