import * as z from 'zod/mini';
import { listingStates, reviewReasons } from '#domain/listings.ts';
import { endpoint } from './endpoint.ts';
import { idText, instant } from './fields.ts';
import { ownListing } from './own-listings.ts';

const queued = z.object({
  id: z.int(),
  title: z.string(),
  priceCents: z.int(),
  cover: z.nullable(z.string()),
  seller: z.string(),
  category: z.string(),
  submittedAt: instant,
});

export const listReviews = endpoint({
  method: 'GET',
  path: '/staff/reviews',
  auth: 'staff',
  summary: 'The final-review queue: Diamante first, then the oldest.',
  reply: z.object({ items: z.array(queued), total: z.int() }),
});

export const getReview = endpoint({
  method: 'GET',
  path: '/staff/reviews/{id}',
  auth: 'staff',
  summary: 'One listing in review with all that the decision needs.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    listing: ownListing,
    categories: z.array(z.string()),
    risky: z.boolean(),
    seller: z.object({
      id: z.int(),
      username: z.string(),
      memberSince: instant,
      salesCount: z.int(),
      listingsCount: z.int(),
      emailVerified: z.boolean(),
    }),
    /** Facts that deserve a look, already in words. */
    signals: z.array(z.string()),
    decidable: z.boolean(),
    notDecidableBecause: z.nullable(z.string()),
  }),
  errors: ['not_found'],
});

export const decideReview = endpoint({
  method: 'POST',
  path: '/staff/reviews/{id}/decision',
  auth: 'staff',
  summary: 'Approves, asks for changes or rejects (L05). Reasons are required unless it is approved.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['approve', 'request_changes', 'reject'], 'Escolha aprovar, pedir ajuste ou recusar.'),
    reasons: z.array(z.enum(reviewReasons)).check(z.maxLength(5)),
    note: z.string().check(z.maxLength(1000, 'Use até 1.000 letras.')),
  }),
  reply: z.object({ id: z.int(), state: z.enum(listingStates) }),
  errors: ['not_found', 'already_decided', 'own_decision', 'forbidden'],
});
