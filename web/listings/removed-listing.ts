import { data } from 'react-router';
import { searchListings } from '#contract/listings/listings.ts';
import type { ListingCard } from '#contract/listings/listings.ts';
import type { Api } from '#web/api/api.ts';
import { ApiError } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';

/** Error data of a removed listing: the API's message and other listings of its category. */
export interface RemovedListing {
  detail: string;
  category: string;
  similar: readonly ListingCard[];
}

const similarCount = 8;

/** Like `orStatus`, but adds eight other listings for a listing that was removed. */
export async function orRemovedListing<T>(caller: Api, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'listing_gone')
      return orErrorStatus(Promise.reject(error));
    const category = String(error.meta.category ?? '');
    const similar = await similarListings(caller, category);
    throw data({ detail: error.detail, category, similar } satisfies RemovedListing, {
      status: error.status,
    });
  }
}

/** Empty if they can't be loaded, so that the page still says what happened to the listing. */
async function similarListings(caller: Api, category: string): Promise<readonly ListingCard[]> {
  if (category === '') return [];
  try {
    return (await caller(searchListings, { query: { category, limit: String(similarCount) } })).items;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
