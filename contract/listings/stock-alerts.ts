import * as z from 'zod/mini';
import { listingStates } from '#domain/listings/listings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { done, idText, instant, pageNumber } from '#contract/fields.ts';
import { listingCard } from './listings.ts';

/** Account lists have numbered pages of this many. */
export const awaitedPerPage = 24;

const awaitedListing = z.extend(listingCard, { state: z.enum(listingStates), askedAt: instant });
export type AwaitedListing = z.infer<typeof awaitedListing>;

export const listAwaited = endpoint({
  method: 'GET',
  path: '/awaited-listings',
  auth: 'user',
  summary:
    'The listings whose return a person waits for, last asked for first. What was told is no longer among them.',
  query: z.strictObject({ page: pageNumber }),
  reply: z.object({ items: z.array(awaitedListing), total: z.int() }),
});

const params = z.strictObject({ id: idText });

export const getAwaited = endpoint({
  method: 'GET',
  path: '/awaited-listings/{id}',
  auth: 'user',
  summary: 'Whether the person asked to be told when this listing is on sale again.',
  params,
  reply: z.object({
    waiting: z.boolean(),
    /** Back already: a page that says otherwise is some seconds old. */
    onSale: z.boolean(),
  }),
});

export const awaitListing = endpoint({
  method: 'PUT',
  path: '/awaited-listings/{id}',
  auth: 'user',
  summary:
    'Asks to be told, once, when a listing that cannot be bought now is on sale again. Asking again changes nothing.',
  params,
  reply: done,
  errors: ['not_found', 'own_listing', 'wrong_state', 'limit_reached'],
});

export const stopAwaiting = endpoint({
  method: 'DELETE',
  path: '/awaited-listings/{id}',
  auth: 'user',
  summary: 'Waits for a listing no longer.',
  params,
  reply: done,
});
