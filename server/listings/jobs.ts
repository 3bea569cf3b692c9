import { sql } from 'kysely';
import { inTransaction } from '#server/transaction.ts';
import type { Sweep } from '#server/worker.ts';
import { moveListing } from './states.ts';

const batch = 50;

/** L08: what has been on sale for its whole term goes off the air. Found through the index `listings_expiry`. */
export const expireListings: Sweep = {
  name: 'listings.expire',
  everyMs: 60_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from listings where state = 'published' and expires_at <= market_now()
        order by expires_at limit ${batch} for update skip locked`.execute(tx);
      for (const { id } of rows) await moveListing(tx, { id, event: 'expire', actor: 'system' });
      return rows.length;
    }),
};
