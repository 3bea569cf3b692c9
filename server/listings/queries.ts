import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listOwnListings, OwnListing } from '#contract/own-listings.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings.ts';
import type { Db, Queryable } from '#server/context.ts';

/** Codes shown on the editing screen; the rest is only counted. */
const shownCodes = 500;
const shownListings = 500;

/** One own listing, whole. Somebody else's does not exist. */
export async function ownListing(db: Queryable, viewer: Viewer, id: number): Promise<OwnListing> {
  const listing = await readListing(db, id, sql`l.seller_id = ${viewer.id} and l.state <> 'removed'`);
  return listing ?? fail('not_found');
}

/** A listing as an editor or a reviewer reads it, if it answers to `which`. */
export async function readListing(
  db: Queryable,
  id: number,
  which: ReturnType<typeof sql>,
): Promise<OwnListing | null> {
  const { rows } = await sql<Omit<OwnListing, 'updatedAt'> & { updatedAt: Date }>`
    select l.id, l.state, l.slug, l.category_id as "categoryId", l.title, l.description,
      l.price_cents as "priceCents", l.stock, l.delivery_type as "deliveryType", l.promised_hours as "promisedHours",
      l.plan, l.attributes, l.ownership_declared as "ownershipDeclared", l.review_note as "reviewNote",
      l.review_reasons as "reviewReasons", l.updated_at as "updatedAt",
      (select coalesce(json_agg(json_build_object('id', i.id, 'key', i.key, 'width', i.width, 'height', i.height)
          order by wanted.place), '[]')
        from unnest(l.image_ids) with ordinality wanted (id, place) join images i on i.id = wanted.id) as images,
      (select coalesce(json_agg(json_build_object('id', u.id, 'preview', '••••' || u.last4, 'state', u.state)), '[]')
        from (select id, last4, state from stock_units where listing_id = l.id and state <> 'invalidated'
          order by id limit ${shownCodes}) u) as codes,
      (select count(*) from stock_units where listing_id = l.id and state = 'available' and order_id is null)::int as "codesCount"
    from listings l where l.id = ${id} and ${which}`.execute(db);
  const row = rows[0];
  return row ? { ...row, updatedAt: row.updatedAt.toISOString() } : null;
}

/** The signed-in seller's listings, newest first. */
export async function ownListings(
  db: Db,
  viewer: Viewer,
  state: ListingState | undefined,
): Promise<Reply<typeof listOwnListings>> {
  type Item = Reply<typeof listOwnListings>['items'][number];
  const { rows } = await sql<Omit<Item, 'updatedAt'> & { updatedAt: Date }>`
    select id, slug, state, title, price_cents as "priceCents", stock, sold, cover_key as cover, plan,
      review_note as "reviewNote", updated_at as "updatedAt"
    from listings where seller_id = ${viewer.id} and state <> 'removed'
      ${state === undefined ? sql`` : sql`and state = ${state}`}
    order by id desc limit ${shownListings}`.execute(db);
  return { items: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })) };
}
