import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { createListing, OwnListing, updateListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Tx } from '#server/context.ts';
import { requireLeafCategory, leafCategory } from './leaf-category.ts';
import { cityAfter } from './city.ts';
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
    insert into listings (seller_id, category_id, category_path, title, search, city_id)
    values (${viewer.id}, ${category.id}, ${category.path}::bigint[], ${title}, ${indexText(title, '')}::tsvector,
      ${category.kind === 'physical' ? lastCityOf(viewer.id) : null})
    returning id`.execute(tx);
  return ownListing(tx, viewer, rows[0]!.id);
}

/** SQL: the city of the seller's newest listing that has one; most sellers send everything from one place. */
function lastCityOf(sellerId: number): RawBuilder<unknown> {
  return sql`(select city_id from listings where seller_id = ${sellerId} and city_id is not null order by id desc limit 1)`;
}

export type Changes = Body<typeof updateListing>;

/** Writes the fields that were sent into a draft, which may stay incomplete. */
export async function writeDraft(
  tx: Tx,
  viewer: Viewer,
  listing: LockedListing,
  changes: Changes,
): Promise<void> {
  const category =
    changes.categoryId === undefined ? null : await requireLeafCategory(tx, changes.categoryId);
  const photos = await photosAfterChange(tx, viewer, listing, changes);
  const delivery = deliveryAfter(listing, changes);
  const cityId = await cityAfter(tx, listing, changes);
  const title = (changes.title ?? listing.title).trim();
  const description = (changes.description ?? listing.description).trim();
  await sql`update listings set updated_at = market_now(),
    category_id = ${category?.id ?? listing.category_id},
    category_path = ${category ? sql`${category.path}::bigint[]` : sql`category_path`},
    title = ${title}, description = ${description}, search = ${indexText(title, description)}::tsvector,
    price_cents = ${changes.priceCents === undefined ? listing.price_cents : changes.priceCents},
    delivery_type = ${delivery.type}, promised_hours = ${delivery.promisedHours},
    city_id = ${cityId},
    stock = ${delivery.type === 'automatic' ? availableCodes(listing.id) : sql`${delivery.stock}`},
    plan = ${changes.plan ?? listing.plan},
    attributes = ${JSON.stringify(changes.attributes ?? listing.attributes)}::jsonb,
    ownership_declared = ${changes.ownershipDeclared ?? listing.ownership_declared}
    ${photos ? sql`, image_ids = ${photos.ids}::bigint[], image_alts = ${photos.alts}::text[], cover_key = ${photos.cover}` : sql``}
    where id = ${listing.id}`.execute(tx);
}

/** Automatic delivery promises 0 hours and sells exactly its codes; manual delivery has promised hours and a stock. */
function deliveryAfter(listing: LockedListing, changes: Changes) {
  const type = changes.deliveryType ?? listing.delivery_type;
  if (type === 'automatic') return { type, promisedHours: 0, stock: 0 };
  const changed = listing.delivery_type === 'automatic';
  const promisedHours = changes.promisedHours ?? (changed ? null : listing.promised_hours);
  return { type, promisedHours, stock: changes.stock ?? (changed ? 0 : listing.stock) };
}
