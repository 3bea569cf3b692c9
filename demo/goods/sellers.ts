import { fixedPeople, people } from '#demo/people.ts';
import { type Random, seedFrom } from '#demo/random.ts';
import type { SeedCategory, SeedPerson } from '#demo/types.ts';

/** P14: highest price by verification level, in cents. */
const maxPriceCents: Readonly<Record<SeedPerson['verificationLevel'], number>> = {
  0: 0,
  1: 20_000,
  2: 200_000,
  3: 5_000_000,
};

/** Someone who sells this kind of thing and may ask this price; the two sellers of the house come up more often. */
export function sellerFor(category: SeedCategory, priceCents: number, random: Random): string {
  const fitting = [...fixedPeople, ...fixedPeople, ...people].filter((person) => {
    const sellsIt = person.sells.includes(category.parentSlug ?? '');
    return sellsIt && priceCents <= maxPriceCents[person.verificationLevel];
  });
  if (fitting.length > 0) return random.pick(fitting).username;
  const dealers = people.filter((person) => person.verificationLevel === 3 && person.sells.length > 0);
  return dealers[seedFrom(category.parentSlug ?? '') % dealers.length]!.username;
}
