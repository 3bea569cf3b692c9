import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { hasBoughtListing, isInRiskyCategory } from '#server/listings/refusals.ts';

/** A listing whose row the reviewer's transaction has locked. */
export interface UnderReview {
  id: number;
  sellerId: number;
  state: ListingState;
  title: string;
  /** Whether the reviewer bought from it. */
  bought: boolean;
  /** Whether its category, or the one of its pending revision, is risky. */
  risky: boolean;
}

/**
 * Locks and reads a listing that was submitted at least once.
 * @throws `not_found` when there is none
 */
export async function lockForReview(tx: Tx, viewer: Viewer, id: number): Promise<UnderReview> {
  const { rows } = await sql<Omit<UnderReview, 'risky'>>`
    select l.id, l.seller_id as "sellerId", l.state, l.title, ${hasBoughtListing(viewer.id)} as bought
    from listings l where l.id = ${id} and l.submitted_at is not null for update`.execute(tx);
  const listing = rows[0] ?? fail('not_found');
  // Read after the lock, because a revision may have arrived while waiting for it.
  return { ...listing, risky: await isRisky(tx, id) };
}

/** Whether only an administrator may decide about a listing (L05). */
export async function isRisky(db: Queryable, id: number): Promise<boolean> {
  const { rows } = await sql<{ risky: boolean }>`
    select ${isInRiskyCategory} as risky from listings l where l.id = ${id}`.execute(db);
  return rows[0]?.risky ?? false;
}
