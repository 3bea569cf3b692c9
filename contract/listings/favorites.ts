import * as z from 'zod/mini';
import { listingStates } from '#domain/listings/listings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idList, idText, pageNumber } from '#contract/fields.ts';
import { listingCard } from './listings.ts';

export const listFavorites = endpoint({
  method: 'GET',
  path: '/favorites',
  auth: 'user',
  summary: 'Which of these listings are favourites of the user, for all cards of a page in one call.',
  query: z.strictObject({ ids: idList(100) }),
  reply: z.object({ ids: z.array(z.int()) }),
});

const favoriteListing = z.extend(listingCard, {
  state: z.enum(listingStates),
  /** The price when it was added, or when a price drop was last notified. */
  keptPriceCents: z.int(),
});
export type FavoriteListing = z.infer<typeof favoriteListing>;

/** Account lists have numbered pages of this many. */
export const favoritesPerPage = 24;

export const listFavoriteListings = endpoint({
  method: 'GET',
  path: '/favorite-listings',
  auth: 'user',
  summary: 'The user’s favourite listings, newest first.',
  query: z.strictObject({
    page: pageNumber,
  }),
  reply: z.object({ items: z.array(favoriteListing), total: z.int(), max: z.int() }),
});

const params = z.strictObject({ id: idText });

export const addFavorite = endpoint({
  method: 'PUT',
  path: '/favorites/{id}',
  auth: 'user',
  summary: 'Adds a listing to the favourites; idempotent. At most 500 (§4.17).',
  params,
  reply: emptyReply,
  errors: ['not_found', 'own_listing', 'limit_reached'],
});

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/favorites/{id}',
  auth: 'user',
  summary: 'Removes a listing from the favourites.',
  params,
  reply: emptyReply,
});
