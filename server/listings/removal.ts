import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { listingMachine } from '#domain/listings/listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { questionMachine } from '#domain/community/questions.ts';
import type { Tx } from '#server/context.ts';
import { withdrawPendingRevision } from './review/revisions.ts';
import { moveListing, resultingState } from './states.ts';
import type { ListingMove, Mover } from './states.ts';

/** Pauses all listings of a seller who is sanctioned or leaving; the seller resumes each one manually (L06). */
export async function pauseAllListings(tx: Tx, sellerId: number): Promise<void> {
  const { from, to } = listingMachine.pause;
  await sql`update listings set state = ${to}, updated_at = market_now()
    where seller_id = ${sellerId} and state = any(${from}::text[])`.execute(tx);
}

/**
 * Puts back on sale what {@link pauseAllListings} took off in the transaction of this event and was not touched since;
 * what has no stock stays paused.
 */
export async function resumeListingsPausedBy(tx: Tx, sellerId: number, eventId: number): Promise<void> {
  const { from, to } = listingMachine.resume;
  await sql`update listings set state = ${resultingState(to)}, updated_at = market_now()
    where seller_id = ${sellerId} and state = any(${from}::text[]) and stock > 0
      and updated_at = (select at from events where id = ${eventId})`.execute(tx);
}

/**
 * Removes a listing permanently (L10), by its seller or by staff. Its pending revision is withdrawn (L11) and its
 * questions are closed, also those held or hidden by staff, so that they cannot be answered (§4.12).
 */
export async function applyRemoval(
  tx: Tx,
  given: Mover & Pick<ListingMove, 'id' | 'also'>,
): Promise<ListingState> {
  const { id } = given;
  const state = await moveListing(tx, { ...given, event: 'remove' });
  await withdrawPendingRevision(tx, id);
  await closeQuestions(tx, sql`id = ${id}`);
  return state;
}

function closeQuestions(tx: Tx, which: RawBuilder<unknown>) {
  const { from, to } = questionMachine.close;
  return sql`update questions set state = ${to}, held = false where state = any(${from}::text[])
    and listing_id in (select id from listings where ${which})`.execute(tx);
}

/**
 * Removes all listings of a seller whose account is closed. Ordered listings stay readable as evidence; of the others
 * texts, photos and codes are deleted.
 * @returns the keys of the deleted photos
 */
export async function removeAllListings(tx: Tx, sellerId: number): Promise<string[]> {
  const { from, to } = listingMachine.leave;
  await closeQuestions(tx, sql`seller_id = ${sellerId}`);
  await sql`delete from stock_units where state = 'available'
    and listing_id in (select id from listings where seller_id = ${sellerId})`.execute(tx);
  await sql`delete from listing_revisions
    where listing_id in (select id from listings where seller_id = ${sellerId})`.execute(tx);
  await sql`update listings set state = ${to}, stock = 0, updated_at = market_now()
    where seller_id = ${sellerId} and state = any(${from}::text[])`.execute(tx);
  await sql`update listings l set title = '', description = '', search = '', slug = '', attributes = '{}', image_ids = '{}',
      image_alts = '{}',
      cover_key = null, review_note = null, review_reasons = '{}'
    where seller_id = ${sellerId} and not exists (select from orders o where o.listing_id = l.id)`.execute(
    tx,
  );
  const { rows } = await sql<{ key: string }>`
    delete from images where owner_id = ${sellerId} and key not in (
      select unnest(v.image_keys) from orders o join listing_versions v on v.id = o.listing_version_id
      where o.seller_id = ${sellerId})
      -- A logo belongs to the marketplace, even if the seller uploaded it.
      and key not in (select rules #>> '{brand,logo}' from rule_versions where rules #>> '{brand,logo}' <> '')
    returning key`.execute(tx);
  return rows.map(({ key }) => key);
}
