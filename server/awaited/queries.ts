import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts.ts';
import type { Queryable } from '#server/context.ts';

/** Whether the person waits for this listing and was not told yet. */
export async function isAwaited(db: Queryable, viewer: Viewer, listingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from awaited_listings
    where user_id = ${viewer.id} and listing_id = ${listingId} and told_at is null`.execute(db);
  return rows.length > 0;
}

/** Whether this listing can be found and bought now. */
export async function isOnSale(db: Queryable, listingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from listings where id = ${listingId} and state = 'published'`.execute(db);
  return rows.length > 0;
}
