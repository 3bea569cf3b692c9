import { addFavorite } from '#contract/listings/favorites.ts';
import { people } from '#demo/people.ts';
import { createRandom, seedFrom } from '#demo/random.ts';
import type { SeedListing } from '#demo/types.ts';
import { priceOnSale } from './purchases.ts';
import type { DemoApi } from './demo-api.ts';

const lately = 12;

/** People who keep what paid places show them, in the last days. */
export function favoriteScenes(
  api: DemoApi,
  listings: readonly SeedListing[],
  ids: ReadonlyMap<string, number>,
): { daysAgo: number; play: () => Promise<void> }[] {
  const shown = listings.filter(({ status, plan }) => status === 'published' && plan !== 'prata');
  return shown.flatMap((listing) => {
    const random = createRandom(seedFrom(listing.key, 11));
    const fans = people.filter(({ username }) => username !== listing.sellerUsername);
    return random.sample(fans, random.int(1, 5)).map(({ username }) => ({
      daysAgo: random.next() * 0.9 * Math.min(lately, listing.createdDaysAgo),
      play: async () => {
        if (!(await priceOnSale(api, ids.get(listing.key)!))) return;
        await api.call(username, addFavorite, { params: { id: ids.get(listing.key)! } });
      },
    }));
  });
}
