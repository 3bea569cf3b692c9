import { fixedPeople, people } from '#demo/people.ts';
import { sellerKinds } from '#demo/people/seller-kinds.ts';
import type { Random } from '#demo/random.ts';
import type { SeedCategory, SeedPerson } from '#demo/types.ts';
import type { Origin } from './origins.ts';

/** P14: highest price by verification level, in cents. */
const maxPriceCents: Readonly<Record<SeedPerson['verificationLevel'], number>> = {
  0: 0,
  1: 20_000,
  2: 200_000,
  3: 5_000_000,
};

/** Whether a seller's profile says that such things are sold there. */
export function sellsIn({ sells }: SeedPerson, { slug, parentSlug }: SeedCategory): boolean {
  return sells.includes(slug) || sells.includes(parentSlug ?? '');
}

/** Whether a thing of this origin fits what its seller deals in: a shop has nothing worn, a collector nothing made. */
export function dealsIn({ kind }: SeedPerson, origin: Origin): boolean {
  if (kind === null) return false;
  const deals = sellerKinds[kind];
  if (deals === 'both' || deals === origin) return true;
  return deals === 'new' ? origin !== 'used' : deals === 'used' && origin === 'open';
}

/** Someone who sells this kind of thing and may ask this price; who makes such things comes first. */
export function sellerFor(
  category: SeedCategory,
  {
    origin,
    priceCents,
    username,
    random,
  }: { origin: Origin; priceCents: number; username?: string | undefined; random: Random },
): SeedPerson {
  const fitting = [...fixedPeople, ...people].filter(
    (person) =>
      sellsIn(person, category) &&
      dealsIn(person, origin) &&
      priceCents <= maxPriceCents[person.verificationLevel],
  );
  const asked = fitting.find((person) => person.username === username);
  if (asked) return asked;
  const makers = fitting.filter(({ kind }) => kind !== null && sellerKinds[kind] === 'handmade');
  if (fitting.length === 0) throw new Error(`nobody sells ${category.slug} (${origin}) for ${priceCents}`);
  return random.pick(makers.length > 0 ? makers : fitting);
}
