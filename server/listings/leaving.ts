import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { listingMachine } from '#domain/listings/listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { questionMachine } from '#domain/community/questions.ts';
import type { Tx } from '#server/context.ts';
import { dropRevision } from './review/revisions.ts';
import { moveListing } from './states.ts';
import type { ListingMove, Mover } from './states.ts';

/** Takes everything of a seller off the shelf, to be put back by hand (L06): a sanction, or an account that leaves. */
export async function pauseAll(tx: Tx, sellerId: number): Promise<void> {
  const { from, to } = listingMachine.pause;
  await sql`update listings set state = ${to}, updated_at = market_now()
    where seller_id = ${sellerId} and state = any(${from}::text[])`.execute(tx);
}

/**
 * Takes a listing away for good (L10), whoever decided it: the change that waits for review goes with it (L11), and
 * no question of it, held for the team or hidden by it, can be answered any more (§4.12).
 */
export async function takeAway(
  tx: Tx,
  given: Mover & Pick<ListingMove, 'id' | 'also'>,
): Promise<ListingState> {
  const { id } = given;
  const state = await moveListing(tx, { ...given, event: 'remove' });
  await dropRevision(tx, id);
  await closeQuestions(tx, sql`id = ${id}`);
  return state;
}

function closeQuestions(tx: Tx, gone: RawBuilder<unknown>) {
  const { from, to } = questionMachine.close;
  return sql`update questions set state = ${to}, held = false where state = any(${from}::text[])
    and listing_id in (select id from listings where ${gone})`.execute(tx);
}

/**
 * Removes everything of a seller whose account is closed. What was ordered stays readable as evidence; of the rest
 * words, pictures and codes go.
 * @returns the keys of photos that are no longer theirs
 */
export async function leaveAll(tx: Tx, sellerId: number): Promise<string[]> {
  const { from, to } = listingMachine.leave;
  await closeQuestions(tx, sql`seller_id = ${sellerId}`);
  await sql`delete from stock_units where state = 'available'
    and listing_id in (select id from listings where seller_id = ${sellerId})`.execute(tx);
  await sql`delete from listing_revisions
    where listing_id in (select id from listings where seller_id = ${sellerId})`.execute(tx);
  await sql`update listings set state = ${to}, stock = 0, updated_at = market_now()
    where seller_id = ${sellerId} and state = any(${from}::text[])`.execute(tx);
  await sql`update listings l set title = '', description = '', slug = '', attributes = '{}', image_ids = '{}',
      image_alts = '{}',
      cover_key = null, review_note = null, review_reasons = '{}'
    where seller_id = ${sellerId} and not exists (select from orders o where o.listing_id = l.id)`.execute(
    tx,
  );
  const { rows } = await sql<{ key: string }>`
    delete from images where owner_id = ${sellerId} and key not in (
      select unnest(v.image_keys) from orders o join listing_versions v on v.id = o.listing_version_id
      where o.seller_id = ${sellerId})
      -- A logo is the marketplace's, whoever uploaded it.
      and key not in (select rules #>> '{brand,logo}' from rule_versions where rules #>> '{brand,logo}' <> '')
    returning key`.execute(tx);
  return rows.map(({ key }) => key);
}
