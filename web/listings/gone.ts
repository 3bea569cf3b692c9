import { data } from 'react-router';
import { searchListings } from '#contract/listings/listings.ts';
import type { ListingCard } from '#contract/listings/listings.ts';
import type { Api } from '#web/api/api.ts';
import { ApiError } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';

/** What the page of a removed listing is thrown: the API's sentence, and others of its category. */
export interface Gone {
  detail: string;
  category: string;
  similar: readonly ListingCard[];
}

const shown = 8;

/** Like `orStatus`, and brings eight others along for a listing that was removed. */
export async function orGone<T>(caller: Api, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'listing_gone')
      return orErrorStatus(Promise.reject(error));
    const category = String(error.meta.category ?? '');
    const similar = await othersOf(caller, category);
    throw data({ detail: error.detail, category, similar } satisfies Gone, { status: error.status });
  }
}

/** None where they cannot be had: the page still says what became of the listing. */
async function othersOf(caller: Api, category: string): Promise<readonly ListingCard[]> {
  if (category === '') return [];
  try {
    return (await caller(searchListings, { query: { category, limit: String(shown) } })).items;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
