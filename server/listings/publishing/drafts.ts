import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { OwnListing, updateListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Tx } from '#server/context.ts';
import { chosenCategory, leafCategory } from './leaf-category.ts';
import type { LockedListing } from './locked-listing.ts';
import { refuseUnproven } from './limits.ts';
import { photosAfter } from '#server/listings/photos/photos.ts';
import { ownListing } from '#server/listings/queries.ts';
import { availableCodes } from '#server/listings/stock.ts';

/** Begins a draft (L01). It needs a proven e-mail and phone, and a category that holds listings. */
export async function beginDraft(tx: Tx, viewer: Viewer, categoryId: number): Promise<OwnListing> {
  await refuseUnproven(tx, viewer);
  const category =
    (await leafCategory(tx, categoryId)) ??
    fail('not_found', { detail: 'Esta categoria não existe mais. Escolha outra.' });
  const { rows } = await sql<{ id: number }>`
    insert into listings (seller_id, category_id, category_path)
    values (${viewer.id}, ${category.id}, ${category.path}::bigint[]) returning id`.execute(tx);
  return ownListing(tx, viewer, rows[0]!.id);
}

export type Changes = Body<typeof updateListing>;

/** Writes the fields that were sent into a draft; nothing is refused for being incomplete. */
export async function writeDraft(
  tx: Tx,
  viewer: Viewer,
  listing: LockedListing,
  changes: Changes,
): Promise<void> {
  const place = changes.categoryId === undefined ? null : await chosenCategory(tx, changes.categoryId);
  const photos = await photosAfter(tx, viewer, listing, changes);
  const delivery = deliveryAfter(listing, changes);
  await sql`update listings set updated_at = market_now(),
    category_id = ${place?.id ?? listing.category_id},
    category_path = ${place ? sql`${place.path}::bigint[]` : sql`category_path`},
    title = ${(changes.title ?? listing.title).trim()},
    description = ${(changes.description ?? listing.description).trim()},
    price_cents = ${changes.priceCents === undefined ? listing.price_cents : changes.priceCents},
    delivery_type = ${delivery.type}, promised_hours = ${delivery.promisedHours},
    stock = ${delivery.type === 'automatic' ? availableCodes(listing.id) : sql`${delivery.stock}`},
    plan = ${changes.plan ?? listing.plan},
    attributes = ${JSON.stringify(changes.attributes ?? listing.attributes)}::jsonb,
    ownership_declared = ${changes.ownershipDeclared ?? listing.ownership_declared}
    ${photos ? sql`, image_ids = ${photos.ids}::bigint[], image_alts = ${photos.alts}::text[], cover_key = ${photos.cover}` : sql``}
    where id = ${listing.id}`.execute(tx);
}

/** Automatic delivery promises 0 hours and sells exactly its codes; manual delivery has a promise and a number. */
function deliveryAfter(listing: LockedListing, changes: Changes) {
  const type = changes.deliveryType ?? listing.delivery_type;
  if (type === 'automatic') return { type, promisedHours: 0, stock: 0 };
  const changed = listing.delivery_type === 'automatic';
  const promisedHours = changes.promisedHours ?? (changed ? null : listing.promised_hours);
  return { type, promisedHours, stock: changes.stock ?? (changed ? 0 : listing.stock) };
}
