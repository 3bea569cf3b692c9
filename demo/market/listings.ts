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

/** The city of a seller of physical things; null in other categories. */
async function originOf(ctx: Ctx, username: string, categoryId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select ci.id from users u join cities ci on u.city = ci.name || ', ' || ci.state
      cross join categories c left join categories p on p.id = c.parent_id
    where u.username = ${username} and c.id = ${categoryId} and coalesce(c.kind, p.kind) = 'physical'`.execute(
    ctx.db,
  );
  return rows[0]?.id ?? null;
}

/** Takes one listing as far along its life as its status says, and answers with its id. */
export async function seedListing(
  api: DemoApi,
  listing: SeedListing,
  categories: ReadonlyMap<string, number>,
): Promise<number> {
  const seller = listing.sellerUsername;
  const categoryId = categories.get(listing.categorySlug)!;
  const { id } = await api.call(seller, createListing, { body: { categoryId } });
  const cityId = await originOf(api.ctx, seller, categoryId);
  const imageIds = await seedPhotos(api.ctx, listing);
  await api.call(seller, updateListing, {
    params: { id },
    body: { ...contentOf(listing, imageIds), ...(cityId && { cityId }) },
  });
  if (listing.codes.length > 0)
    await api.call(seller, addCodes, { params: { id }, body: { codes: [...listing.codes] } });
  if (listing.status === 'draft') return id;
  await submit(api, listing, id);
  if (listing.status !== 'in_review') await decide(api, listing, id);
  return id;
}

/**
 * Things that were put on sale before shipping keep their delivery by hand (ADR 99), so the demo's past submits them
 * while their categories do not say what they sell.
 */
async function submit(
  api: DemoApi,
  { sellerUsername, categorySlug }: SeedListing,
  id: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with physical as (select c.id from categories c left join categories child on child.parent_id = c.id
      where c.kind = 'physical' and ${categorySlug} in (c.slug, child.slug))
    update categories set kind = null where id in (select id from physical) returning id`.execute(api.ctx.db);
  await api.call(sellerUsername, submitListing, { params: { id } });
  const ids = rows.map((row) => row.id);
  await sql`update categories set kind = 'physical' where id = any(${ids}::bigint[])`.execute(api.ctx.db);
}

function contentOf(listing: SeedListing, imageIds: number[]) {
  const { title, description, priceCents, deliveryType, plan } = listing;
  return {
    title,
    description,
    priceCents,
    deliveryType,
    plan,
    imageIds,
    ownershipDeclared: listing.status !== 'draft',
    attributes: Object.fromEntries(
      Object.entries(listing.attributes).map(([key, value]) => [key, attributeText(value)]),
    ),
    // A listing that ends sold out must have had something to sell.
    ...(deliveryType === 'manual' && {
      stock: Math.max(1, listing.stock),
      promisedHours: listing.promisedHours as 1 | 6 | 24 | 72,
    }),
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
