import * as z from 'zod/mini';
import { listingStates } from '#domain/listings/listings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant, pageNumber } from '#contract/fields.ts';
import { listingCard } from './listings.ts';

/** Account lists have numbered pages of this many. */
export const stockAlertsPerPage = 24;

const stockAlert = z.extend(listingCard, { state: z.enum(listingStates), askedAt: instant });
export type StockAlert = z.infer<typeof stockAlert>;

export const listStockAlerts = endpoint({
  method: 'GET',
  path: '/awaited-listings',
  auth: 'user',
  summary:
    'The listings whose return a person waits for, last asked for first. What was told is no longer among them.',
  query: z.strictObject({ page: pageNumber }),
  reply: z.object({ items: z.array(stockAlert), total: z.int() }),
});

const params = z.strictObject({ id: idText });

export const getStockAlert = endpoint({
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

export const createStockAlert = endpoint({
  method: 'PUT',
  path: '/awaited-listings/{id}',
  auth: 'user',
  summary:
    'Asks to be told, once, when a listing that cannot be bought now is on sale again. Asking again changes nothing.',
  params,
  reply: emptyReply,
  errors: ['not_found', 'own_listing', 'wrong_state', 'limit_reached'],
});

export const deleteStockAlert = endpoint({
  method: 'DELETE',
  path: '/awaited-listings/{id}',
  auth: 'user',
  summary: 'Waits for a listing no longer.',
  params,
  reply: emptyReply,
});
