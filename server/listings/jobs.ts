import { sql } from 'kysely';
import { record } from '#server/events.ts';
import { currentRules } from '#server/settings/queries.ts';
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
      for (const { id } of rows) {
        await moveListing(tx, { id, event: 'expire', actor: 'system' });
        await record(tx, { kind: 'listing.expired', actor: null, subject: { kind: 'listing', id } });
      }
      return rows.length;
    }),
};

/** L08: the seller is warned once a term, days before its end. Found through the index `listings_expiry_warning`. */
export const warnExpiringListings: Sweep = {
  name: 'listings.warn-expiring',
  everyMs: 60_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { expiryWarningMs } = (await currentRules(ctx.db, tx)).rules.listings;
      const { rows } = await sql<{ id: number; expires_at: Date }>`
        update listings set expiry_warned_at = market_now() where id in (
          select id from listings where state = 'published' and expiry_warned_at is null
            and expires_at <= market_now() + ${expiryWarningMs}::bigint * interval '1 millisecond'
            and expires_at > market_now()
          order by expires_at limit ${batch} for update skip locked)
        returning id, expires_at`.execute(tx);
      for (const { id, expires_at: expiresAt } of rows)
        await record(tx, {
          kind: 'listing.expiring',
          actor: null,
          subject: { kind: 'listing', id },
          data: { expiresAt: expiresAt.toISOString() },
        });
      return rows.length;
    }),
};
