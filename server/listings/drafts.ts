import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { Category } from '#contract/catalogue.ts';
import type { OwnListing, updateListing } from '#contract/own-listings.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { listingMachine, missingForReview } from '#domain/listings.ts';
import type { ListingState } from '#domain/listings.ts';
import type { DeliveryType } from '#domain/orders.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { holdSeller, refuseBeyondLevel } from './limits.ts';
import { ownListing } from './queries.ts';
import { moveListing } from './states.ts';
import { missingAttributes } from './attributes.ts';

/** Begins a draft (L01). It needs a confirmed e-mail and a category that holds listings. */
export async function beginDraft(tx: Tx, viewer: Viewer, categoryId: number): Promise<OwnListing> {
  if (!viewer.emailVerified) fail('email_not_verified', { detail: 'Confirme seu e-mail para anunciar.' });
  const category =
    (await leafCategory(tx, categoryId)) ??
    fail('not_found', { detail: 'Esta categoria não existe mais. Escolha outra.' });
  const { rows } = await sql<{ id: number }>`
    insert into listings (seller_id, category_id, category_path)
    values (${viewer.id}, ${category.id}, ${category.path}::bigint[]) returning id`.execute(tx);
  return ownListing(tx, viewer, rows[0]!.id);
}

interface Leaf {
  id: number;
  path: number[];
  attributes: Category['attributes'];
}

/** An active category without children, with its path from the root; branches hold no listings. */
async function leafCategory(db: Queryable, id: number): Promise<Leaf | null> {
  const { rows } = await sql<Leaf & { leaf: boolean }>`
    with recursive up as (
      select id, parent_id, 1 as height from categories where id = ${id} and active
      union all select c.id, c.parent_id, up.height + 1 from categories c join up on c.id = up.parent_id)
    select c.id, c.attributes, (select array_agg(up.id order by up.height desc) from up) as path,
      not exists (select from categories child where child.parent_id = c.id) as leaf
    from categories c where c.id = ${id} and c.active`.execute(db);
  const row = rows[0];
  if (row && !row.leaf) fail('invalid_request', { errors: { categoryId: 'Escolha uma das subcategorias.' } });
  return row ?? null;
}

/** A listing's row, held until the transaction ends. */
export interface LockedListing {
  id: number;
  state: ListingState;
  category_id: number | null;
  title: string;
  description: string;
  price_cents: number | null;
  stock: number;
  delivery_type: DeliveryType | null;
  promised_hours: number | null;
  plan: string;
  attributes: Record<string, string>;
  image_ids: number[];
  ownership_declared: boolean;
}

/** Takes the row of an own listing. Somebody else's does not exist. */
export async function lockOwn(tx: Tx, viewer: Viewer, id: number): Promise<LockedListing> {
  const { rows } = await sql<LockedListing>`
    select id, state, category_id, title, description, price_cents, stock, delivery_type, promised_hours, plan,
      attributes, image_ids, ownership_declared
    from listings where id = ${id} and seller_id = ${viewer.id} and state <> 'removed' for update`.execute(
    tx,
  );
  return rows[0] ?? fail('not_found');
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
  const images = changes.imageIds === undefined ? null : await ownImages(tx, viewer, changes.imageIds);
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
    ${images ? sql`, image_ids = ${images.ids}::bigint[], cover_key = ${images.cover}` : sql``}
    where id = ${listing.id}`.execute(tx);
}

const availableCodes = (listingId: number) =>
  sql`(select count(*)::int from stock_units where listing_id = ${listingId} and state = 'available' and order_id is null)`;

/** Automatic delivery promises 0 hours and sells exactly its codes; manual delivery has a promise and a number. */
function deliveryAfter(listing: LockedListing, changes: Changes) {
  const type = changes.deliveryType ?? listing.delivery_type;
  if (type === 'automatic') return { type, promisedHours: 0, stock: 0 };
  const changed = listing.delivery_type === 'automatic';
  const promisedHours = changes.promisedHours ?? (changed ? null : listing.promised_hours);
  return { type, promisedHours, stock: changes.stock ?? (changed ? 0 : listing.stock) };
}

async function chosenCategory(tx: Tx, id: number): Promise<Leaf> {
  const errors = { categoryId: 'Esta categoria não existe mais. Escolha outra.' };
  return (await leafCategory(tx, id)) ?? fail('invalid_request', { errors });
}

/** Photos in the order given; only one's own, and each once. */
async function ownImages(
  tx: Tx,
  viewer: Viewer,
  ids: number[],
): Promise<{ ids: number[]; cover: string | null }> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from images where owner_id = ${viewer.id} and id = any(${ids}::bigint[])`.execute(tx);
  const keys = new Map(rows.map((row) => [row.id, row.key]));
  const errors: FieldErrors = {};
  ids.forEach((id, index) => {
    if (!keys.has(id)) errors[`imageIds.${index}`] = 'Esta foto não está mais aqui. Envie de novo.';
    else if (ids.indexOf(id) < index) errors[`imageIds.${index}`] = 'Esta foto já está no anúncio.';
  });
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return { ids, cover: keys.get(ids[0] ?? 0) ?? null };
}

/** Sends a complete draft to final review (L02–L04). Until trusted sellers exist, everything is reviewed. */
export async function submitDraft(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<OwnListing> {
  const seller = await holdSeller(ctx, tx, viewer.id);
  const listing = await lockOwn(tx, viewer, id);
  const category = listing.category_id === null ? null : await leafCategory(tx, listing.category_id);
  const errors = {
    ...missingForReview({
      categoryId: category?.id ?? null,
      title: listing.title,
      description: listing.description,
      imageCount: listing.image_ids.length,
      priceCents: listing.price_cents,
      stock: listing.stock,
      deliveryType: listing.delivery_type,
      promisedHours: listing.promised_hours,
      ownershipDeclared: listing.ownership_declared,
    }),
    ...missingAttributes(category?.attributes ?? [], listing.attributes),
  };
  // A listing that cannot be submitted at all is told so first, complete or not.
  const submittable = listingMachine.submit.from.includes(listing.state);
  if (submittable && Object.keys(errors).length > 0) fail('listing_incomplete', { errors });
  if (submittable) await refuseBeyondLevel(tx, seller, listing);
  await moveListing(tx, { id, event: 'submit', actor: 'seller', also: sql`submitted_at = market_now()` });
  await moveListing(tx, { id, event: 'send_to_review', actor: 'system' });
  await record(tx, { kind: 'listing.submitted', actor: viewer, subject: { kind: 'listing', id } });
  return ownListing(tx, viewer, id);
}
