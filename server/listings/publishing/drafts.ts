import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { createListing, OwnListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { requireLeafCategory, leafCategory } from './leaf-category.ts';
import type { Changes } from './changes.ts';
import { deliveryAfter } from './delivery.ts';
import { deliveryAssignments } from './delivery-columns.ts';
import { indexText } from '#server/listings/search/language/index-text.ts';
import type { LockedListing } from './locked-listing.ts';
import { refuseUnproven } from './limits.ts';
import { photosAfterChange } from '#server/listings/photos/photos.ts';
import { ownListing } from '#server/listings/queries.ts';
import { availableCodes } from '#server/listings/stock.ts';

/** Creates a draft (L01). It requires a verified e-mail and phone, and a leaf category. */
export async function beginDraft(
  tx: Tx,
  viewer: Viewer,
  { categoryId, title: typed = '' }: Body<typeof createListing>,
): Promise<OwnListing> {
  await refuseUnproven(tx, viewer);
  const category =
    (await leafCategory(tx, categoryId)) ??
    fail('not_found', { detail: 'Esta categoria não existe mais. Escolha outra.' });
  const title = typed.trim();
  const { rows } = await sql<{ id: number }>`
    insert into listings (seller_id, category_id, category_path, title, search, city_id, origin_address_id,
      handling_days)
    select ${viewer.id}, ${category.id}, ${category.path}::bigint[], ${title}, ${indexText(title, '')}::tsvector,
      ${category.kind === 'physical' ? usualPlace(viewer.id) : sql`null, null, null`}
    returning id`.execute(tx);
  return ownListing(tx, viewer, rows[0]!.id);
}

/**
 * SQL: city and handling time of the seller's newest listing that has them, and the default address for sending; most
 * sellers send everything from one place.
 */
function usualPlace(sellerId: number): RawBuilder<unknown> {
  const newest = (column: 'city_id' | 'handling_days') =>
    sql`(select ${sql.ref(column)} from listings where seller_id = ${sellerId} and ${sql.ref(column)} is not null
      order by id desc limit 1)`;
  return sql`${newest('city_id')}, (select id from addresses where user_id = ${sellerId} and default_for_sending),
    ${newest('handling_days')}`;
}

/** Writes the fields that were sent into a draft, which may stay incomplete. */
export async function writeDraft(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  listing: LockedListing,
  changes: Changes,
): Promise<void> {
  const category =
    changes.categoryId === undefined ? null : await requireLeafCategory(tx, changes.categoryId);
  const photos = await photosAfterChange(tx, viewer, listing, changes);
  const delivery = await deliveryAfter(ctx, tx, { viewer, listing, changes });
  const title = (changes.title ?? listing.title).trim();
  const description = (changes.description ?? listing.description).trim();
  await sql`update listings set updated_at = market_now(),
    category_id = ${category?.id ?? listing.category_id},
    category_path = ${category ? sql`${category.path}::bigint[]` : sql`category_path`},
    title = ${title}, description = ${description}, search = ${indexText(title, description)}::tsvector,
    price_cents = ${changes.priceCents === undefined ? listing.price_cents : changes.priceCents},
    ${deliveryAssignments(delivery)},
    stock = ${delivery.delivery_type === 'automatic' ? availableCodes(listing.id) : unitsAfter(listing, changes)},
    plan = ${changes.plan ?? listing.plan},
    attributes = ${JSON.stringify(changes.attributes ?? listing.attributes)}::jsonb,
    ownership_declared = ${changes.ownershipDeclared ?? listing.ownership_declared}
    ${photos ? sql`, image_ids = ${photos.ids}::bigint[], image_alts = ${photos.alts}::text[], cover_key = ${photos.cover}` : sql``}
    where id = ${listing.id}`.execute(tx);
}

/** The units of a delivery that is not automatic; the codes of a former automatic one are no units. */
function unitsAfter(listing: LockedListing, { stock }: Changes): RawBuilder<unknown> {
  return sql`${stock ?? (listing.delivery_type === 'automatic' ? 0 : listing.stock)}`;
}
