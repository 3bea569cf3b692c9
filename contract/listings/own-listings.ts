import * as z from 'zod/mini';
import { listingTabs } from '#domain/listings/tabs.ts';
import type { ListingTab } from '#domain/listings/tabs.ts';
import { listingStates, plans, reviewReasons } from '#domain/listings/listings.ts';
import { revisionStates } from '#domain/listings/revisions.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { endpoint } from '#contract/endpoint.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { upTo } from '#domain/settings/sizes.ts';
import { emptyReply, id, idText, instant, lineUpTo, nullableInstant, pageNumber } from '#contract/fields.ts';
import { content, contentSizes, reviewed, revision, shippingFields } from './content.ts';

/** A listing as its owner edits it. */
export const ownListing = z.object({
  id: z.int(),
  state: z.enum(listingStates),
  slug: z.string(),
  categoryId: z.nullable(z.int()),
  ...reviewed,
  ...shippingFields,
  /** The address it is sent from; shown to its seller only. */
  originAddressId: z.nullable(z.int()),
  /** The city of origin, and its name: «Curitiba, PR». */
  cityId: z.nullable(z.int()),
  city: z.nullable(z.string()),
  stock: z.int(),
  plan: z.enum(plans),
  ownershipDeclared: z.boolean(),
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
    /** The last day of the vacation that hides them all now (F67). */
    awayUntil: z.nullable(z.string()),
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

export const listCategoryGuesses = endpoint({
  method: 'GET',
  path: '/category-guesses',
  auth: 'user',
  summary:
    'The categories in which a thing with this title is likely sold, at most three, the likeliest first.',
  limit: { max: 600, windowMs: 3_600_000, by: 'user' },
  query: z.strictObject({ title: lineUpTo(listingLimits.title) }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        /** Names from the root to the category itself. */
        path: z.array(z.string()),
      }),
    ),
  }),
  errors: ['too_many_requests'],
});

export const getSimilarPrices = endpoint({
  method: 'GET',
  path: '/listings/{id}/similar-prices',
  auth: 'user',
  summary:
    'Between which prices most listings similar to an own one are on sale or were sold; null if there are too few.',
  limit: { max: 120, windowMs: 3_600_000, by: 'user' },
  params: z.strictObject({ id: idText }),
  reply: z.object({
    /** The 20th and the 80th percentile. */
    prices: z.nullable(z.object({ lowCents: z.int(), highCents: z.int(), listings: z.int() })),
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
  body: z.strictObject({ categoryId: id, title: z.optional(lineUpTo(listingLimits.title)) }),
  sizes: { title: upTo(listingLimits.title) },
  reply: ownListing,
  errors: ['account_suspended', 'email_not_verified', 'verification_required', 'not_found'],
});

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
  errors: [
    'account_suspended',
    'terms_changed',
    'email_not_verified',
    'adults_only',
    ...offering,
    'listing_incomplete',
  ],
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
