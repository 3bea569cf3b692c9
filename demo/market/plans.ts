import { people } from '#demo/people.ts';
import { demoUsername } from './accounts.ts';
import { disputeStories } from './complaints.ts';
import { createRandom } from '#demo/random.ts';
import type { SeedListing } from '#demo/types.ts';
import { limitsOf } from '#domain/accounts/limits.ts';
import { defaultVerificationRules, verificationLevels } from '#domain/accounts/verification.ts';
import type { VerificationLevel } from '#domain/accounts/verification.ts';
import type { OrderPlan, OrderStory } from './orders.ts';

const hour = 1 / 24;

/** The demo's own buyer has an order in every state, the newest last, so that each screen has something to show. */
const ownStories: readonly { story: OrderStory; automatic: boolean; daysAgo: number }[] = [
  { story: 'confirmed', automatic: true, daysAgo: 40 },
  { story: 'confirmed', automatic: false, daysAgo: 31 },
  { story: 'refused', automatic: false, daysAgo: 24 },
  { story: 'regretted', automatic: false, daysAgo: 19 },
  { story: 'waits', automatic: false, daysAgo: 15 },
  { story: 'abandoned', automatic: true, daysAgo: 12 },
  { story: 'paid', automatic: false, daysAgo: 11 },
  { story: 'given_back', automatic: false, daysAgo: 6 },
  { story: 'confirmed', automatic: true, daysAgo: 3 },
  { story: 'asked_back', automatic: true, daysAgo: 1.2 },
  { story: 'delivered', automatic: false, daysAgo: 1 },
  { story: 'delivered', automatic: true, daysAgo: 20 * hour },
  { story: 'started', automatic: false, daysAgo: 9 * hour },
  { story: 'paid', automatic: false, daysAgo: 5 * hour },
  { story: 'asked_to_cancel', automatic: false, daysAgo: 3 * hour },
  { story: 'waits', automatic: false, daysAgo: 0.15 * hour },
];

/** Rare cases: other payment methods, payment proofs in each state, refunds that staff decide, older complaints. */
const rareStories: readonly Rare[] = [
  { story: 'confirmed', method: 'card', automatic: false, daysAgo: 8 },
  { story: 'paid', method: 'boleto', automatic: false, daysAgo: 1.1 },
  { story: 'paid', method: 'card', automatic: false, daysAgo: 14 * hour },
  { story: 'waits', method: 'boleto', automatic: false, daysAgo: 6 * hour, own: true },
  { story: 'receipt_returned', method: 'manual', automatic: false, daysAgo: 2 },
  { story: 'receipt_sent', method: 'manual', automatic: false, daysAgo: 26 * hour },
  { story: 'receipt_approved', method: 'manual', automatic: false, daysAgo: 22 * hour },
  { story: 'receipt_proposed', method: 'manual', automatic: false, daysAgo: 7 * hour, dear: true },
  { story: 'receipt_refused', method: 'manual', automatic: false, daysAgo: 5 * hour },
  { story: 'receipt_sent', method: 'manual', automatic: false, daysAgo: 3 * hour, own: true },
  { story: 'receipt_sent', method: 'manual', automatic: false, daysAgo: hour },
  { story: 'refused', automatic: false, daysAgo: 10 * hour, dear: true },
  { story: 'asked_back_in_vain', automatic: true, daysAgo: 2.5 },
  { story: 'agreed', automatic: false, daysAgo: 4.2 },
  { story: 'decided', automatic: false, daysAgo: 3 },
  { story: 'appealed', automatic: false, daysAgo: 3.6 },
];

interface Rare {
  story: OrderStory;
  method?: OrderPlan['method'];
  automatic: boolean;
  daysAgo: number;
  /** Of the demo's own buyer. */
  own?: boolean;
  /** Above what one person of the team decides alone. */
  dear?: boolean;
}

/** The others' orders: mostly sales that went well, as in life. */
const otherStories: readonly OrderStory[] = [
  'confirmed',
  'confirmed',
  'confirmed',
  'confirmed',
  'confirmed',
  'confirmed',
  'delivered',
  'delivered',
  'paid',
  'started',
  'waits',
  'abandoned',
  'regretted',
  'refused',
];

const otherOrders = 120;
const sellersOfTheHouse = [demoUsername('vendedora'), demoUsername('vendedor')];

/** Which orders are played, oldest first. The same seed always gives the same orders. */
export function planOrders(listings: readonly SeedListing[], seed: number): OrderPlan[] {
  const random = createRandom(seed);
  const sellable = listings.filter((listing) => listing.status === 'published');
  // Some things everybody wants, so that a few listings have a history.
  const popular = sellable
    .filter(({ stock, createdDaysAgo }) => stock > 8 && createdDaysAgo > 20)
    .slice(0, 3);
  const buyers = people.map((person) => person.username);
  const plans = ownStories.map(({ story, automatic, daysAgo }, position) => {
    const fitting = sellable.filter(
      (listing) =>
        (listing.deliveryType === 'automatic') === automatic &&
        listing.createdDaysAgo > daysAgo + 0.1 &&
        listing.stock > 2,
    );
    const own = fitting.filter((listing) => sellersOfTheHouse.includes(listing.sellerUsername));
    return planFor(
      random.pick(own.length > 0 && position % 3 !== 2 ? own : fitting),
      demoUsername('compradora'),
      story,
      daysAgo,
    );
  });
  for (let count = 0; count < otherOrders; count++) {
    const listing = random.pick(random.chance(0.5) ? popular : sellable);
    const daysAgo = Math.max(0.3, random.next() * Math.min(55, listing.createdDaysAgo - 0.2));
    const buyer = random.pick(buyers.filter((username) => username !== listing.sellerUsername));
    if (listing.createdDaysAgo > daysAgo + 0.1)
      plans.push(planFor(listing, buyer, random.pick(otherStories), daysAgo));
  }
  plans.push(...planDisputes(sellable, seed), ...planRare(sellable, seed));
  return plans.toSorted((a, b) => b.daysAgo - a.daysAgo);
}

/** What the demo's own buyer complains about, a little apart so that no deadline has passed when the market opens. */
function planDisputes(sellable: readonly SeedListing[], seed: number): OrderPlan[] {
  const random = createRandom(seed + 1);
  const fitting = sellable.filter(
    ({ deliveryType, createdDaysAgo, stock, sellerUsername }) =>
      deliveryType === 'manual' &&
      createdDaysAgo > 3 &&
      stock > 2 &&
      sellersOfTheHouse.includes(sellerUsername),
  );
  return disputeStories.map((story, position) =>
    planFor(random.pick(fitting), demoUsername('compradora'), story, 1.2 + position * 0.4),
  );
}

/** Bought in rotation by people with a full name, which a boleto requires. */
function planRare(sellable: readonly SeedListing[], seed: number): OrderPlan[] {
  const random = createRandom(seed + 2);
  const buyers = people.filter(
    ({ sells, verificationLevel }) => sells.length === 0 && verificationLevel >= 2,
  );
  return rareStories.map(({ story, method, automatic, daysAgo, own, dear }, place) => {
    const fitting = sellable.filter(
      ({ deliveryType, createdDaysAgo, stock, priceCents }) =>
        (deliveryType === 'automatic') === automatic &&
        createdDaysAgo > daysAgo + 1 &&
        stock > (dear ? 1 : 3) &&
        (dear ? priceCents > 110_000 && priceCents < 400_000 : priceCents < (own ? 12_000 : 40_000)),
    );
    const buyer = own ? demoUsername('compradora') : buyers[place % buyers.length]!.username;
    return { ...planFor(random.pick(fitting), buyer, story, daysAgo), method };
  });
}

/**
 * The level each person needs for the past that is to be played. Everybody is reckoned a newcomer, who may do half;
 * sellers have the last level, whose sales have no limit.
 */
export function levelsNeeded(
  listings: readonly SeedListing[],
  plans: readonly OrderPlan[],
): Map<string, VerificationLevel> {
  const levels = new Map<string, VerificationLevel>();
  const prices = new Map(listings.map(({ key, priceCents }) => [key, priceCents]));
  const days = new Map<string, number>();
  for (const { buyer, daysAgo, listingKey } of plans) {
    // Two neighbouring days are reckoned as one: where a day begins depends on the hour of the seed.
    for (const dayOfIt of [Math.floor(daysAgo), Math.floor(daysAgo) + 1]) {
      const key = `${buyer} ${dayOfIt}`;
      days.set(key, (days.get(key) ?? 0) + prices.get(listingKey)!);
    }
  }
  for (const [key, spentCents] of days) raise(levels, key.split(' ')[0]!, levelThatBuys(spentCents));
  for (const { sellerUsername } of listings) levels.set(sellerUsername, 'N3');
  return levels;
}

function raise(levels: Map<string, VerificationLevel>, username: string, level: VerificationLevel): void {
  if (level > (levels.get(username) ?? 'N0')) levels.set(username, level);
}

function levelThatBuys(cents: number): VerificationLevel {
  const track = { ageDays: 0, cleanOrders: 0, restricted: false };
  return (
    verificationLevels.find(
      (level) => limitsOf({ ...track, level }, defaultVerificationRules).buyPerDayCents >= cents,
    ) ?? 'N3'
  );
}

function planFor(listing: SeedListing, buyer: string, story: OrderStory, daysAgo: number): OrderPlan {
  return {
    daysAgo,
    story,
    buyer,
    seller: listing.sellerUsername,
    listingKey: listing.key,
    automatic: listing.deliveryType === 'automatic',
  };
}
