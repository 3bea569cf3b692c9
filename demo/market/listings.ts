import { sql } from 'kysely';
import { addCodes } from '#contract/listings/codes.ts';
import {
  createListing,
  setListingPause,
  submitListing,
  updateListing,
} from '#contract/listings/own-listings.ts';
import { decideReview } from '#contract/listings/reviews.ts';
import type { Ctx } from '#server/context.ts';
import { photoKey, photoSize } from '#demo/photos.ts';
import { demoUsername } from './accounts.ts';
import type { SeedListing } from '#demo/types.ts';
import type { AddressBook } from './addresses.ts';
import type { DemoApi } from './demo-api.ts';

/** Who decides in the demo's past. Risky categories need an admin (L05). */
const reviewer = demoUsername('admin');

/** Ids of categories by slug. */
export async function categoryIds(ctx: Ctx): Promise<Map<string, number>> {
  const { rows } = await sql<{ slug: string; id: number }>`select slug, id from categories`.execute(ctx.db);
  return new Map(rows.map((row) => [row.slug, row.id]));
}

/** The photos of a listing, which are drawn later (`demo/photos.ts`). @returns the ids of their rows */
async function seedPhotos(ctx: Ctx, listing: SeedListing): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into images (owner_id, key, width, height)
    select u.id, k.key, ${photoSize.width}, ${photoSize.height}
    from users u, unnest(${listing.drawings.map(photoKey)}::text[]) with ordinality k (key, place)
    where u.username = ${listing.sellerUsername}
    order by k.place returning id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** The city of a seller from which things are picked up. */
async function cityOf(ctx: Ctx, username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ci.id from users u join cities ci on u.city = ci.name || ', ' || ci.state
    where u.username = ${username}`.execute(ctx.db);
  return rows[0]!.id;
}

/** Takes one listing as far along its life as its status says, and answers with its id. */
export async function seedListing(
  api: DemoApi,
  listing: SeedListing,
  { categories, addresses }: { categories: ReadonlyMap<string, number>; addresses: AddressBook },
): Promise<number> {
  const seller = listing.sellerUsername;
  const categoryId = categories.get(listing.categorySlug)!;
  const { id } = await api.call(seller, createListing, { body: { categoryId } });
  const imageIds = await seedPhotos(api.ctx, listing);
  const delivery = await deliveryOf(api, listing, addresses);
  await api.call(seller, updateListing, {
    params: { id },
    body: { ...contentOf(listing, imageIds), ...delivery },
  });
  if (listing.codes.length > 0)
    await api.call(seller, addCodes, { params: { id }, body: { codes: [...listing.codes] } });
  if (listing.status === 'draft') return id;
  await api.call(seller, submitListing, { params: { id } });
  if (listing.status !== 'in_review') await decide(api, listing, id);
  return id;
}

async function deliveryOf(
  { ctx }: DemoApi,
  { deliveryType, promisedHours, shipping, sellerUsername, stock }: SeedListing,
  addresses: AddressBook,
) {
  if (deliveryType === 'automatic') return { deliveryType };
  // A listing that ends sold out must have had something to sell.
  const kept = { deliveryType, stock: Math.max(1, stock) };
  if (deliveryType === 'manual') return { ...kept, promisedHours: promisedHours as 6 | 24 | 72 };
  if (!shipping) return { ...kept, cityId: await cityOf(ctx, sellerUsername) };
  const { parcel, ...terms } = shipping;
  return { ...kept, ...parcel, ...terms, originAddressId: addresses(sellerUsername).id };
}

function contentOf(listing: SeedListing, imageIds: number[]) {
  const { title, description, priceCents, plan } = listing;
  return {
    title,
    description,
    priceCents,
    plan,
    imageIds,
    ownershipDeclared: listing.status !== 'draft',
    attributes: Object.fromEntries(
      Object.entries(listing.attributes).map(([key, value]) => [key, attributeText(value)]),
    ),
  };
}

async function decide(api: DemoApi, listing: SeedListing, id: number): Promise<void> {
  const { status, review } = listing;
  const decision =
    status === 'changes_requested' ? 'request_changes' : status === 'rejected' ? 'reject' : 'approve';
  const reasons = review && decision !== 'approve' ? [review.reason] : [];
  await api.call(reviewer, decideReview, {
    params: { id },
    body: { decision, reasons, note: decision === 'approve' ? '' : (review?.note ?? '') },
  });
  if (status === 'paused')
    await api.call(listing.sellerUsername, setListingPause, { params: { id }, body: { paused: true } });
}

function attributeText(value: string | number | boolean): string {
  return String(value);
}
