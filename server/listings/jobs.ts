import { sql } from 'kysely';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Ctx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { moveListing } from './states.ts';

const batch = 50;

/** L08: expires listings at the end of their term. Found by the index `listings_expiry`. */
export const expireListings: Sweep = {
  name: 'listings.expire',
  everyMs: 60_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from listings where state = 'published' and expires_at <= deadline_now()
        order by expires_at limit ${batch} for update skip locked`.execute(tx);
      for (const { id } of rows) {
        await moveListing(tx, { id, event: 'expire', actor: 'system' });
        await record(tx, { kind: 'listing.expired', actor: null, subject: { kind: 'listing', id } });
      }
      return rows.length;
    }),
};

/** L08: warns the seller once per term, days before its end. Found by the index `listings_expiry_warning`. */
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

/** L05: notifies the seller once when a review takes too long; the queue already shows it first. */
export const notifyLateReviews: Sweep = {
  name: 'listings.tell-late-reviews',
  everyMs: 60_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { reviewLateMs } = (await currentRules(ctx.db, tx)).rules.listings;
      const late = sql`<= market_now() - ${reviewLateMs}::bigint * interval '1 millisecond'`;
      const { rows } = await sql<{ id: number; kind: 'listing.review_late' | 'revision.review_late' }>`
        with waiting as (
          select id, submitted_at as since, 'listing.review_late' as kind from listings
          where state = 'in_review' and submitted_at ${late}
          union all
          select listing_id, created_at, 'revision.review_late' from listing_revisions
          where state = 'pending' and created_at ${late})
        update listings l set review_late_told_at = market_now() from waiting w
        where l.id = w.id and (l.review_late_told_at is null or l.review_late_told_at < w.since)
        returning l.id, w.kind`.execute(tx);
      for (const { id, kind } of rows)
        await record(tx, { kind, actor: null, subject: { kind: 'listing', id } });
      return rows.length;
    }),
};

/** A word in this many titles gets postings; below half of it they are deleted. */
const frequentFrom = 1_000;
const changesAtOnce = 2_000;

/** Takes what came on sale and left into the counts of categories, words and suggestions (`fold_search_changes`). */
export const applySearchChanges: Sweep = {
  name: 'listings.search',
  everyMs: 2_000,
  batch: changesAtOnce,
  async run({ db }) {
    const { rows } = await sql<{
      taken: number;
    }>`select fold_search_changes(${changesAtOnce}::int) as taken`.execute(db);
    return rows[0]!.taken;
  },
};

/** Runs one step per transaction: a word is announced, then its postings are filled, then cleaned up. */
export const maintainFrequentWords: Sweep = {
  name: 'listings.frequent-words',
  everyMs: 30_000,
  run: (ctx) => maintainFrequentTerms(ctx, frequentFrom),
};

/** @returns 1 when there was a step to take, else 0 */
export async function maintainFrequentTerms({ db }: Ctx, threshold: number): Promise<number> {
  const { rows } = await sql<{
    worked: boolean;
  }>`select keep_frequent_terms(${threshold}::int) as worked`.execute(db);
  return rows[0]!.worked ? 1 : 0;
}
