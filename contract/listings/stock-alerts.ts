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
    'The listings with a pending stock alert of the user, newest first. Alerts that were sent are not included.',
  query: z.strictObject({ page: pageNumber }),
  reply: z.object({ items: z.array(stockAlert), total: z.int() }),
});

const params = z.strictObject({ id: idText });

export const getStockAlert = endpoint({
  method: 'GET',
  path: '/awaited-listings/{id}',
  auth: 'user',
  summary: 'Whether the user has a stock alert for this listing.',
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
    'Creates a stock alert: one notification when an unavailable listing is on sale again. Idempotent.',
  params,
  reply: emptyReply,
  errors: ['not_found', 'own_listing', 'wrong_state', 'limit_reached'],
});

export const deleteStockAlert = endpoint({
  method: 'DELETE',
  path: '/awaited-listings/{id}',
  auth: 'user',
  summary: 'Deletes a stock alert.',
  params,
  reply: emptyReply,
});
