import sharp from 'sharp';
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
import { encodeImage } from '#server/files/encode-image.ts';
import type { EncodedImage } from '#server/files/encode-image.ts';
import { storeImage } from '#server/listings/photos/images.ts';
import { drawListing, drawingWidth } from '#demo/drawings.ts';
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

async function userId(ctx: Ctx, username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from users where username = ${username}`.execute(
    ctx.db,
  );
  return rows[0]!.id;
}

/** What a modest phone sends, in pixels; twice as wide costs three times the work and looks the same. */
const photoWidth = 800;
/** Drawn at that width at once; drawn larger and then made smaller took half as long again (45 ms for 29). */
const drawnAt = { density: (72 * photoWidth) / drawingWidth };

/** A listing's drawings as what a phone would have sent becomes here. CPU work, done ahead and in parallel. */
export async function photosOf(listing: SeedListing): Promise<EncodedImage[]> {
  return Promise.all(
    listing.drawings.map(async (drawing) =>
      encodeImage(
        await sharp(Buffer.from(drawListing(drawing)), drawnAt)
          .resize(photoWidth)
          // A phone's photo has no transparency either; with it each file took half as long again.
          .removeAlpha()
          .png({ compressionLevel: 0 })
          .toBuffer(),
      ),
    ),
  );
}

/** Takes one listing as far along its life as its status says, and answers with its id. */
export async function seedListing(
  api: DemoApi,
  listing: SeedListing,
  photos: readonly EncodedImage[],
  categories: ReadonlyMap<string, number>,
): Promise<number> {
  const seller = listing.sellerUsername;
  const categoryId = categories.get(listing.categorySlug)!;
  const { id } = await api.call(seller, createListing, { body: { categoryId } });
  const imageIds: number[] = [];
  const sellerId = await userId(api.ctx, seller);
  for (const photo of photos) imageIds.push((await storeImage(api.ctx, sellerId, photo)).id);
  await api.call(seller, updateListing, { params: { id }, body: contentOf(listing, imageIds) });
  if (listing.codes.length > 0)
    await api.call(seller, addCodes, { params: { id }, body: { codes: [...listing.codes] } });
  if (listing.status === 'draft') return id;
  await api.call(seller, submitListing, { params: { id } });
  if (listing.status !== 'in_review') await decide(api, listing, id);
  return id;
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
