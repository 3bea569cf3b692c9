import * as z from 'zod/mini';
import { categoryLimits } from '#domain/listings/categories.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { listingTabs } from '#domain/listings/tabs.ts';
import type { ListingTab } from '#domain/listings/tabs.ts';
import { listingStates, plans, reviewReasons } from '#domain/listings/listings.ts';
import { revisionStates } from '#domain/listings/revisions.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { upTo } from '#domain/settings/sizes.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  maxKeys,
  emptyReply,
  id,
  idText,
  instant,
  singleLine,
  lineUpTo,
  textUpTo,
  nullableInstant,
  pageNumber,
  priceCents,
} from '#contract/fields.ts';

/** A photo of a listing; `alt` is the seller's text for people who cannot see it. */
export const photo = z.object({
  id: z.int(),
  key: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
});

/** A staged change of a listing on sale (L11); null is «as it is». */
const revision = z.object({
  id: z.int(),
  state: z.enum(revisionStates),
  categoryId: z.nullable(z.int()),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  priceCents: z.nullable(z.int()),
  deliveryType: z.nullable(z.enum(deliveryTypes)),
  promisedHours: z.nullable(z.int()),
  attributes: z.nullable(z.record(z.string(), z.string())),
  images: z.nullable(z.array(photo)),
  note: z.nullable(z.string()),
  reasons: z.array(z.enum(reviewReasons)),
  createdAt: instant,
});
export type Revision = z.infer<typeof revision>;

/** A listing as its owner edits it. */
export const ownListing = z.object({
  id: z.int(),
  state: z.enum(listingStates),
  slug: z.string(),
  categoryId: z.nullable(z.int()),
  title: z.string(),
  description: z.string(),
  priceCents: z.nullable(z.int()),
  stock: z.int(),
  deliveryType: z.nullable(z.enum(deliveryTypes)),
  promisedHours: z.nullable(z.int()),
  plan: z.enum(plans),
  attributes: z.record(z.string(), z.string()),
  ownershipDeclared: z.boolean(),
  images: z.array(photo),
  codesCount: z.int(),
  /** The price at the last review, and by how much it may rise without another (L11). */
  reviewedPriceCents: z.nullable(z.int()),
  freeRiseBps: z.int(),
  expiresAt: nullableInstant,
  /** Whether it may be renewed now: it has expired, or will within days (L08). */
  renewable: z.boolean(),
  /** The revision in review, or the last rejected one. */
  revision: z.nullable(revision),
  reviewNote: z.nullable(z.string()),
  reviewReasons: z.array(z.enum(reviewReasons)),
  updatedAt: instant,
});
export type OwnListing = z.infer<typeof ownListing>;

/** Own listings have numbered pages of this many. */
export const ownListingsPerPage = 50;

const tabs = Object.keys(listingTabs) as ListingTab[];

export const listOwnListings = endpoint({
  method: 'GET',
  path: '/listings',
  auth: 'user',
  summary: "The signed-in seller's listings, newest first, fifty a page, with the count of each tab.",
  query: z.strictObject({
    state: z.optional(z.enum(listingStates)),
    tab: z.optional(z.enum(tabs, 'Escolha uma das abas.')),
    /** Searches the title, ignoring accents. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80, 'Use até 80 letras na busca.'))),
    page: pageNumber,
  }),
  reply: z.object({
    /** Of all pages. */
    total: z.int(),
    /** Whatever was asked for. */
    counts: z.record(z.enum(tabs), z.int()),
    items: z.array(
      z.object({
        id: z.int(),
        slug: z.string(),
        state: z.enum(listingStates),
        title: z.string(),
        priceCents: z.nullable(z.int()),
        stock: z.int(),
        sold: z.int(),
        /** Of the last 30 days, today's among them. */
        visits: z.int(),
        /** The current number of favorites. */
        favorites: z.int(),
        cover: z.nullable(z.string()),
        plan: z.enum(plans),
        deliveryType: z.nullable(z.enum(deliveryTypes)),
        reviewNote: z.nullable(z.string()),
        reviewedPriceCents: z.nullable(z.int()),
        expiresAt: nullableInstant,
        renewable: z.boolean(),
        revision: z.nullable(z.enum(revisionStates)),
        updatedAt: instant,
      }),
    ),
  }),
});

export const getOwnListing = endpoint({
  method: 'GET',
  path: '/listings/{id}',
  auth: 'user',
  summary: 'One own listing with all fields for editing.',
  params: z.strictObject({ id: idText }),
  reply: ownListing,
  errors: ['not_found'],
});

export const getSimilarPrices = endpoint({
  method: 'GET',
  path: '/listings/{id}/similar-prices',
  auth: 'user',
  summary: 'Current prices of listings similar to an own one; null if there are too few.',
  limit: { max: 120, windowMs: 3_600_000, by: 'user' },
  params: z.strictObject({ id: idText }),
  reply: z.object({
    prices: z.nullable(
      z.object({ lowCents: z.int(), medianCents: z.int(), highCents: z.int(), listings: z.int() }),
    ),
  }),
  errors: ['not_found', 'too_many_requests'],
});

export const createListing = endpoint({
  method: 'POST',
  path: '/listings',
  auth: 'user',
  standing: 'good',
  summary: 'Creates a draft (L01). Requires a confirmed e-mail and phone; only the category is mandatory.',
  idempotent: true,
  status: 201,
  body: z.strictObject({ categoryId: id }),
  reply: ownListing,
  errors: ['account_suspended', 'email_not_verified', 'verification_required', 'not_found'],
});

const { title, description, images, imageWords, stock } = listingLimits;

/** Drafts check only maximum sizes; minimum sizes are checked on submission (L02). */
export const contentSizes = {
  title: upTo(title),
  description: upTo(description),
  priceCents: listingLimits.priceCents,
  stock,
  imageIds: upTo(images),
  'imageAlts.*': imageWords,
};

/** The content of a listing, as its seller edits it. */
export const content = {
  categoryId: z.optional(id),
  title: z.optional(lineUpTo(title)),
  description: z.optional(textUpTo(description)),
  priceCents: z.optional(z.nullable(priceCents)),
  stock: z.optional(
    z
      .int('Informe um número inteiro.')
      .check(
        z.minimum(0, 'Informe 0 ou mais.'),
        z.maximum(stock.hard.max, tooMuchTexts.units(stock.hard.max)),
      ),
  ),
  deliveryType: z.optional(z.enum(deliveryTypes, 'Escolha como você entrega.')),
  promisedHours: z.optional(
    z.union([z.literal(1), z.literal(6), z.literal(24), z.literal(72)], 'Escolha 1, 6, 24 ou 72 horas.'),
  ),
  attributes: z.optional(
    z
      .record(
        z.string().check(z.maxLength(40)),
        z.string().check(singleLine, z.maxLength(200, 'Use até 200 letras.')),
      )
      .check(maxKeys(categoryLimits.depth * categoryLimits.attributes)),
  ),
  imageIds: z.optional(z.array(id).check(z.maxLength(images.hard.max, tooMuchTexts.photos(images.hard.max)))),
  /** The text for each photo, in the order of `imageIds`. */
  imageAlts: z.optional(
    z.array(lineUpTo(imageWords)).check(z.maxLength(images.hard.max, tooMuchTexts.photos(images.hard.max))),
  ),
};

export const updateListing = endpoint({
  method: 'PATCH',
  path: '/listings/{id}',
  auth: 'user',
  summary:
    'Autosaves a draft: only the sent fields change. On a listing on sale, only fields that need no review (L11).',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    ...content,
    plan: z.optional(z.enum(plans, 'Escolha um plano.')),
    ownershipDeclared: z.optional(z.boolean()),
  }),
  sizes: contentSizes,
  reply: ownListing,
  errors: ['limit_reached', 'verification_required', 'not_found', 'wrong_state'],
});

/** Why something may not go on sale. */
const offering = ['limit_reached', 'verification_required', 'not_found', 'wrong_state'] as const;

export const submitListing = endpoint({
  method: 'POST',
  path: '/listings/{id}/submission',
  auth: 'user',
  standing: 'good',
  agreed: true,
  summary: 'Submits a complete draft for final review (L02–L04).',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  reply: ownListing,
  errors: ['account_suspended', 'terms_changed', 'email_not_verified', ...offering, 'listing_incomplete'],
});

export const setListingPause = endpoint({
  method: 'PUT',
  path: '/listings/{id}/pause',
  auth: 'user',
  standing: 'good',
  summary: 'Pauses a published listing or puts a paused one back on sale (L06).',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ paused: z.boolean() }),
  reply: ownListing,
  errors: ['not_found', 'wrong_state'],
});

export const removeListing = endpoint({
  method: 'DELETE',
  path: '/listings/{id}',
  auth: 'user',
  summary: 'Removes a listing (L10). Refused while it has open orders.',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
  errors: ['not_found', 'wrong_state'],
});

export const copyListing = endpoint({
  method: 'POST',
  path: '/listings/{id}/copies',
  auth: 'user',
  standing: 'good',
  summary: 'Creates a draft with the content of an own listing. Codes and the declaration are not copied.',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: idText }),
  reply: ownListing,
  errors: ['account_suspended', 'email_not_verified', 'verification_required', 'not_found'],
});

export const renewListing = endpoint({
  method: 'POST',
  path: '/listings/{id}/renewal',
  auth: 'user',
  standing: 'good',
  agreed: true,
  summary: 'Renews an expired listing, or one that is about to expire, for another term (L08).',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  reply: ownListing,
  errors: ['account_suspended', 'terms_changed', ...offering],
});
