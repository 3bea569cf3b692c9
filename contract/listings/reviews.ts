import * as z from 'zod/mini';
import { listingStates, reviewReasons } from '#domain/listings/listings.ts';
import { revisedFields } from '#domain/listings/revisions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idText, instant } from '#contract/fields.ts';
import { onlyAdminReason } from '#contract/staff/tables.ts';
import { reviewed, shippingFields } from './content.ts';
import { ownListing } from './own-listings.ts';

const queued = z.object({
  id: z.int(),
  title: z.string(),
  priceCents: z.int(),
  cover: z.nullable(z.string()),
  seller: z.string(),
  category: z.string(),
  submittedAt: instant,
  /** The pending revision of a listing on sale, or null for a new listing. */
  revisionId: z.nullable(z.int()),
  onlyAdminBecause: onlyAdminReason,
});

export const listReviews = endpoint({
  method: 'GET',
  path: '/staff/reviews',
  auth: 'staff',
  summary:
    'The final-review queue, new listings and changes of those on sale: over 48 h first, Diamante, then the oldest.',
  reply: z.object({ items: z.array(queued), total: z.int() }),
});

const review = z.object({
  /** As it would be on sale once approved. */
  listing: ownListing,
  /** The current content and its changed fields. */
  revision: z.nullable(
    z.object({
      id: z.int(),
      createdAt: instant,
      changed: z.array(z.enum(revisedFields)),
      before: z.object({
        categories: z.array(z.string()),
        ...reviewed,
        ...shippingFields,
      }),
    }),
  ),
  categories: z.array(z.string()),
  risky: z.boolean(),
  rulesText: z.string(),
  seller: z.object({
    id: z.int(),
    username: z.string(),
    memberSince: instant,
    /** As seller, in hundredths of a star (§4.13), and how many ratings it comes of; null without any. */
    scoreHundredths: z.nullable(z.int()),
    ratingsCount: z.int(),
    salesCount: z.int(),
    listingsCount: z.int(),
    emailVerified: z.boolean(),
    documentProven: z.boolean(),
    trusted: z.boolean(),
  }),
  /** Warnings for the reviewer, as texts. */
  signals: z.array(z.string()),
  decidable: z.boolean(),
  notDecidableBecause: z.nullable(z.string()),
});

export const getReview = endpoint({
  method: 'GET',
  path: '/staff/reviews/{id}',
  auth: 'staff',
  summary: 'One listing in review with all data for the decision.',
  params: z.strictObject({ id: idText }),
  reply: review,
  errors: ['not_found'],
});

export const getFirstReview = endpoint({
  method: 'GET',
  path: '/staff/reviews/first',
  auth: 'staff',
  summary:
    'The first listing of the final-review queue with all data for the decision; null when the queue is empty.',
  reply: z.object({ review: z.nullable(review) }),
});

export const decideReview = endpoint({
  method: 'POST',
  path: '/staff/reviews/{id}/decision',
  auth: 'staff',
  summary: 'Approves, asks for changes or rejects (L05). Reasons are required unless it is approved.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    /** The reviewed revision, if any: a newer one needs another decision. */
    revisionId: z.optional(id),
    decision: z.enum(['approve', 'request_changes', 'reject'], 'Escolha aprovar, pedir ajuste ou recusar.'),
    reasons: z.array(z.enum(reviewReasons)).check(z.maxLength(5)),
    note: z.string().check(z.maxLength(1000, 'Use até 1.000 letras.')),
  }),
  reply: z.object({ id: z.int(), state: z.enum(listingStates) }),
  errors: ['not_found', 'already_decided', 'held_by_colleague', 'own_decision', 'forbidden', 'wrong_state'],
});

export const setSellerTrust = endpoint({
  method: 'PUT',
  path: '/staff/users/{id}/trust',
  auth: 'staff',
  summary:
    'Marks a seller as trusted or not; trusted sellers are published without final review where the rules allow it (L03).',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ trusted: z.boolean('Escolha sim ou não.') }),
  reply: z.object({ id: z.int(), trusted: z.boolean() }),
  errors: ['not_found', 'own_decision', 'forbidden'],
});
