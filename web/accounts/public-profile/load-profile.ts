import { redirect } from 'react-router';
import { getProfile } from '#contract/accounts/accounts.ts';
import { searchListings } from '#contract/listings/listings.ts';
import { listProfileRatings } from '#contract/community/ratings.ts';
import type { Api } from '#web/api/api.ts';
import { readRatingQuery } from '#web/community/ratings/rating-query.ts';

/** Loads a profile. A former username redirects to the current one while it is reserved (ADR 15). */
export async function loadProfile(caller: Api, username: string, request: Request) {
  const url = new URL(request.url);
  const found = caller(searchListings, { query: { seller: username, sort: 'novos', limit: '24' } });
  // The search may refuse an unknown username; the profile's 404 decides.
  found.catch(() => null);
  const profile = await caller(getProfile, { params: { username } });
  if (profile.username !== username.toLowerCase())
    throw redirect(`/perfil/${profile.username}${url.search}`, 301);
  const query = readRatingQuery(url);
  const ratings = await caller(listProfileRatings, { params: { username }, query });
  return { profile, listings: await found, ratings, older: query.before !== undefined, origin: url.origin };
}
