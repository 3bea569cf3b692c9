import { people } from '#demo/people.ts';
import { createRandom } from '#demo/random.ts';
import type { OrderPlan } from '../order-plan.ts';
import { planFor } from '../shelf.ts';
import type { Shelf } from '../shelf.ts';

/** Sellers whose codes are delivered at once, and how many more of their sales go well. */
const risingSellers = { prof_marcelo: 18, skin_segura: 12 } as const;

/** The sales that make two sellers Prata and Ouro (§4.13). */
export function planLevelSales(shelf: Shelf, seed: number): OrderPlan[] {
  const random = createRandom(seed + 5);
  const buyers = people.filter(
    ({ sells, verificationLevel }) => sells.length === 0 && verificationLevel >= 2,
  );
  return Object.entries(risingSellers).flatMap(([seller, sales]) =>
    Array.from({ length: sales }, (_, place) => {
      const fitting = shelf
        .having(1)
        .filter(
          ({ sellerUsername, deliveryType, priceCents, createdDaysAgo }) =>
            sellerUsername === seller &&
            deliveryType === 'automatic' &&
            priceCents < 15_000 &&
            createdDaysAgo > 4,
        );
      const listing = random.pick(fitting);
      const daysAgo = 2 + random.next() * (listing.createdDaysAgo - 3);
      const { username } = buyers[place % buyers.length]!;
      return planFor(shelf.take(listing), username, 'confirmed', daysAgo);
    }),
  );
}
