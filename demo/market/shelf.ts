import type { SeedListing } from '#demo/types.ts';
import type { OrderPlan, OrderStory } from './order-plan.ts';

/** What is on sale, with the units that no planned order has taken. */
export interface Shelf {
  /** What has more than this number of units left. */
  having(units: number): SeedListing[];
  /** Takes a unit. */
  take(listing: SeedListing): SeedListing;
}

export function openShelf(sellable: readonly SeedListing[]): Shelf {
  const left = new Map(sellable.map((listing) => [listing, listing.stock]));
  return {
    having: (units) => sellable.filter((listing) => left.get(listing)! > units),
    take: (listing) => {
      left.set(listing, left.get(listing)! - 1);
      return listing;
    },
  };
}

/** An order of a unit that was taken. */
export function planFor(listing: SeedListing, buyer: string, story: OrderStory, daysAgo: number): OrderPlan {
  return {
    daysAgo,
    story,
    buyer,
    seller: listing.sellerUsername,
    listingKey: listing.key,
    delivery: listing.deliveryType,
  };
}
