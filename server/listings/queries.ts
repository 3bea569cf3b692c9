import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { listCodes } from '#contract/listings/codes.ts';
import { ownListingsPerPage } from '#contract/listings/own-listings.ts';
import type { listOwnListings, OwnListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { defaultListingRules } from '#domain/listings/rules.ts';
import { fail } from '#domain/errors.ts';
import { listingTabs } from '#domain/listings/tabs.ts';
import type { ListingTab } from '#domain/listings/tabs.ts';
import { liveStates } from '#domain/listings/listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Db, Queryable } from '#server/context.ts';
import { awayUntil } from '#server/listings/vacations/away.ts';
import { recentViews } from '#server/listings/views/queries.ts';
import { cityName } from './cards.ts';
import { ownShippingColumns } from './publishing/delivery-columns.ts';
import { photosJson } from './photos/photos.ts';

/** One of the viewer's own listings. Another seller's answers `not_found`. */
export async function ownListing(db: Queryable, viewer: Viewer, id: number): Promise<OwnListing> {
  const listing = await readListing(db, id, sql`l.seller_id = ${viewer.id} and l.state <> 'removed'`);
  return listing ?? fail('not_found');
}

/** A listing as its editor or a reviewer reads it, if it meets the condition `which`. */
export async function readListing(
  db: Queryable,
  id: number,
  which: ReturnType<typeof sql>,
): Promise<OwnListing | null> {
  const { rows } = await sql<ListingRow>`
    select l.id, l.state, l.slug, l.category_id as "categoryId", l.title, l.description,
      l.price_cents as "priceCents", l.stock, l.delivery_type as "deliveryType", l.promised_hours as "promisedHours",
      ${ownShippingColumns(sql`l`)}, l.origin_address_id as "originAddressId",
      l.city_id as "cityId", ${cityName(sql`l.city_id`)} as city, l.plan, l.attributes, l.ownership_declared as "ownershipDeclared", l.review_note as "reviewNote",
      l.review_reasons as "reviewReasons", l.updated_at as "updatedAt", l.reviewed_price_cents as "reviewedPriceCents",
      ${freeRise} as "freeRiseBps", l.expires_at as "expiresAt", ${renewable} as renewable,
      ${photosJson('l.image_ids', 'l.image_alts')} as images,
      (select count(*) from stock_units where listing_id = l.id and state = 'available' and order_id is null)::int as "codesCount",
      ${revisionJson} as revision
    from listings l where l.id = ${id} and ${which}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { revision } = row;
  return {
    ...row,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    revision: revision && { ...revision, createdAt: new Date(revision.createdAt).toISOString() },
  };
}

type ListingRow = Omit<OwnListing, 'updatedAt' | 'expiresAt'> & { updatedAt: Date; expiresAt: Date | null };

/** L08: expired, or within the last days of its term. */
export const renewable = sql<boolean>`(l.state = 'expired' or (l.state = any(${liveStates}::text[]) and l.expires_at <= deadline_now()
  + (select (rules->'listings'->>'expiryWarningMs')::bigint from rule_versions where starts_at <= market_now()
    order by starts_at desc, id desc limit 1) * interval '1 millisecond'))`;

/** L11; a stored version of the rules without this setting has the default. */
const freeRise = sql`coalesce((select (rules->'listings'->>'freeRiseBps')::int from rule_versions
  where starts_at <= market_now() order by starts_at desc, id desc limit 1), ${defaultListingRules.freeRiseBps}::int)`;

/** The newest revision, while it is pending or rejected. */
const revisionJson = sql`(select case when r.state in ('pending', 'rejected') then json_build_object('id', r.id,
    'state', r.state, 'categoryId', r.category_id, 'title', r.title, 'description', r.description,
    'priceCents', r.price_cents, 'deliveryType', r.delivery_type, 'promisedHours', r.promised_hours,
    'alsoPickup', r.also_pickup, 'freeShipping', r.free_shipping,
    'attributes', r.attributes, 'note', r.note, 'reasons', r.reasons, 'createdAt', r.created_at,
    'images', case when r.image_ids is not null then ${photosJson('r.image_ids', 'r.image_alts')} end) end
  from listing_revisions r where r.listing_id = l.id order by r.id desc limit 1)`;

const codesPage = 50;

/** The codes of one's own listing by their last four characters, oldest first. */
export async function ownCodes(
  db: Db,
  viewer: Viewer,
  given: { listingId: number; after: number | undefined },
): Promise<Reply<typeof listCodes>> {
  const { listingId, after = 0 } = given;
  const { rows: own } = await sql<{ total: number }>`
    select (select count(*) from stock_units where listing_id = l.id)::int as total
    from listings l where l.id = ${listingId} and l.seller_id = ${viewer.id} and l.state <> 'removed'`.execute(
    db,
  );
  const { total } = own[0] ?? fail('not_found');
  const { rows } = await sql<Reply<typeof listCodes>['items'][number]>`
    select id, '••••' || last4 as preview, state from stock_units
    where listing_id = ${listingId} and id > ${after} order by id limit ${codesPage + 1}`.execute(db);
  const items = rows.slice(0, codesPage);
  return { items, total, next: rows.length > codesPage ? items.at(-1)!.id : null };
}

/** The signed-in seller's listings, newest first. */
export async function ownListings(
  db: Db,
  viewer: Viewer,
  { state, tab, q, page = 1 }: Query<typeof listOwnListings>,
): Promise<Reply<typeof listOwnListings>> {
  type Item = Reply<typeof listOwnListings>['items'][number];
  type Row = Omit<Item, 'updatedAt' | 'expiresAt'> & {
    updatedAt: Date;
    expiresAt: Date | null;
    total: number;
  };
  const { rows } = await sql<Row>`
    select id, slug, state, title, price_cents as "priceCents", stock, sold, cover_key as cover, plan,
      ${recentViews(sql`l.id`)} as visits,
      (select count(*)::int from favorites where listing_id = l.id) as favorites,
      review_note as "reviewNote", updated_at as "updatedAt", delivery_type as "deliveryType",
      reviewed_price_cents as "reviewedPriceCents", expires_at as "expiresAt", ${renewable} as renewable,
      (select case when r.state in ('pending', 'rejected') then r.state end from listing_revisions r
        where r.listing_id = l.id order by r.id desc limit 1) as revision, count(*) over ()::int as total
    from listings l where seller_id = ${viewer.id} and state <> 'removed'
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${tab === undefined ? sql`` : sql`and state = any (${listingTabs[tab]}::text[])`}
      ${q ? sql`and f_unaccent(lower(title)) like f_unaccent(lower(${containing(q)}))` : sql``}
    order by id desc limit ${ownListingsPerPage} offset ${(page - 1) * ownListingsPerPage}`.execute(db);
  return {
    items: rows.map(({ total: _total, ...row }) => ({
      ...row,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      updatedAt: row.updatedAt.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
    awayUntil: await awayUntil(db, viewer),
    counts: await countByTab(db, viewer),
  };
}

/** A `like` pattern for texts that contain the words literally. */
function containing(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

async function countByTab(db: Db, viewer: Viewer): Promise<Record<ListingTab, number>> {
  const { rows } = await sql<{ state: ListingState; count: number }>`
    select state, count(*)::int as count from listings
    where seller_id = ${viewer.id} and state <> 'removed' group by state`.execute(db);
  const sums = Object.entries<readonly ListingState[]>(listingTabs).map(([tab, states]) => [
    tab,
    rows.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0),
  ]);
  return Object.fromEntries(sums) as Record<ListingTab, number>;
}
