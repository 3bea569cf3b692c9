import { categories } from '#demo/categories.ts';
import { people } from '#demo/people.ts';
import { demoUsername } from './accounts.ts';
import { disputeStories, isDispute } from './complaints.ts';
import { createRandom } from '#demo/random.ts';
import type { Random } from '#demo/random.ts';
import type { SeedCategory, SeedListing } from '#demo/types.ts';
import { limitsOf } from '#domain/accounts/limits.ts';
import { defaultVerificationRules, verificationLevels } from '#domain/accounts/verification.ts';
import type { VerificationLevel } from '#domain/accounts/verification.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { planLevelSales } from './trust/level-sales.ts';
import type { OrderPlan, OrderStory } from './order-plan.ts';
import { deliveredBefore, planParcels, usualJourney } from './parcel-plans.ts';
import { openShelf, planFor } from './shelf.ts';
import type { Shelf } from './shelf.ts';

const hour = 1 / 24;

/** The demo's own buyer has an order in every state, the newest last, so that each screen has something to show. */
const ownStories: readonly Own[] = [
  { story: 'confirmed', delivery: 'automatic', daysAgo: 40 },
  { story: 'confirmed', delivery: 'shipping', daysAgo: 31 },
  { story: 'refused', delivery: 'shipping', daysAgo: 24 },
  { story: 'regretted', delivery: 'shipping', daysAgo: 19 },
  { story: 'waits', delivery: 'shipping', daysAgo: 15 },
  { story: 'abandoned', delivery: 'automatic', daysAgo: 12 },
  { story: 'paid', delivery: 'manual', daysAgo: 11 },
  { story: 'confirmed', delivery: 'pickup', daysAgo: 9 },
  { story: 'given_back', delivery: 'manual', daysAgo: 6 },
  { story: 'confirmed', delivery: 'automatic', daysAgo: 3 },
  { story: 'asked_back', delivery: 'automatic', daysAgo: 1.2 },
  { story: 'delivered', delivery: 'manual', daysAgo: 1 },
  { story: 'delivered', delivery: 'automatic', daysAgo: 20 * hour },
  { story: 'paid', delivery: 'pickup', daysAgo: 18 * hour },
  { story: 'started', delivery: 'manual', daysAgo: 9 * hour },
  { story: 'paid', delivery: 'manual', daysAgo: 5 * hour, wordsProve: true },
  { story: 'asked_to_cancel', delivery: 'manual', daysAgo: 3 * hour },
  { story: 'waits', delivery: 'shipping', daysAgo: 0.15 * hour },
];

interface Own {
  story: OrderStory;
  delivery: DeliveryType;
  daysAgo: number;
  /** Of a category whose deliveries need no file. */
  wordsProve?: true;
}

/** Rare cases: other payment methods, payment proofs in each state, refunds that staff decide, older complaints. */
const rareStories: readonly Rare[] = [
  { story: 'confirmed', method: 'card', delivery: 'shipping', daysAgo: 21 },
  { story: 'paid', method: 'boleto', delivery: 'shipping', daysAgo: 1.1 },
  { story: 'paid', method: 'card', delivery: 'manual', daysAgo: 14 * hour, fileProves: true },
  { story: 'waits', method: 'boleto', delivery: 'shipping', daysAgo: 6 * hour, own: true },
  { story: 'receipt_returned', method: 'manual', delivery: 'shipping', daysAgo: 2 },
  { story: 'receipt_sent', method: 'manual', delivery: 'shipping', daysAgo: 26 * hour },
  { story: 'receipt_approved', method: 'manual', delivery: 'shipping', daysAgo: 22 * hour },
  { story: 'receipt_proposed', method: 'manual', delivery: 'shipping', daysAgo: 7 * hour, dear: true },
  { story: 'receipt_refused', method: 'manual', delivery: 'shipping', daysAgo: 5 * hour },
  { story: 'receipt_sent', method: 'manual', delivery: 'shipping', daysAgo: 3 * hour, own: true },
  { story: 'receipt_sent', method: 'manual', delivery: 'shipping', daysAgo: hour },
  { story: 'refused', delivery: 'shipping', daysAgo: 10 * hour, dear: true },
  { story: 'asked_back_in_vain', delivery: 'automatic', daysAgo: 2.5 },
  { story: 'agreed', delivery: 'shipping', daysAgo: 4.2 },
  { story: 'decided', delivery: 'shipping', daysAgo: 3 },
  { story: 'appealed', delivery: 'shipping', daysAgo: 3.6 },
  { story: 'paid_by_fund', delivery: 'shipping', daysAgo: 38 },
];

interface Rare {
  story: OrderStory;
  method?: OrderPlan['method'];
  delivery: DeliveryType;
  daysAgo: number;
  /** Of the demo's own buyer. */
  own?: boolean;
  /** Above what one person of the team decides alone. */
  dear?: boolean;
  /** Of a category whose deliveries are proved by a picture. */
  fileProves?: boolean;
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

/**
 * Which orders are played, oldest first. The same seed always gives the same orders. Every order has a unit of its own,
 * so that none is missed because another one was quicker: first the stories that each screen needs, then the others.
 * @param now the demo's present: carriers work on business days only
 */
export function planOrders(listings: readonly SeedListing[], seed: number, now: Date): OrderPlan[] {
  const shelf = openShelf(listings.filter((listing) => listing.status === 'published'));
  const stories = [
    ...planParcels(shelf, createRandom(seed + 4), now),
    ...planOwn(shelf, seed),
    ...planDisputes(shelf, seed, now),
    ...planRare(shelf, seed, now),
  ];
  return [...stories, ...planOthers(shelf, seed), ...planLevelSales(shelf, seed)].toSorted(
    (a, b) => b.daysAgo - a.daysAgo,
  );
}

const ownPriceCents = 50_000;

function planOwn(shelf: Shelf, seed: number): OrderPlan[] {
  const random = createRandom(seed);
  let confirmed = 0;
  return ownStories.map(({ story, delivery, daysAgo, wordsProve }, position) => {
    const fitting = shelf
      .having(2)
      .filter(
        (listing) =>
          isDelivered(listing, delivery) &&
          listing.createdDaysAgo > daysAgo + 0.1 &&
          listing.priceCents <= ownPriceCents &&
          (!wordsProve || proofOf(listing) === null),
      );
    const own = fitting.filter((listing) => sellersOfTheHouse.includes(listing.sellerUsername));
    const listing = random.pick(own.length > 0 && position % 3 !== 2 ? own : fitting);
    return {
      ...planFor(shelf.take(listing), demoUsername('compradora'), story, daysAgo),
      ...deliveryOf(delivery, daysAgo, random),
      ...(story === 'confirmed' && { ratingPlace: confirmed++ }),
    };
  });
}

/** Whether a listing is delivered like this, perhaps beside another way. */
function isDelivered({ deliveryType, shipping }: SeedListing, delivery: DeliveryType): boolean {
  return deliveryType === delivery || (delivery === 'pickup' && shipping?.alsoPickup === true);
}

function deliveryOf(
  delivery: DeliveryType,
  daysAgo: number,
  random: Random,
): Pick<OrderPlan, 'delivery' | 'journey'> {
  return { delivery, ...(delivery === 'shipping' && { journey: usualJourney(daysAgo, random) }) };
}

function proofOf({ categorySlug }: SeedListing): SeedCategory['deliveryProof'] {
  const category = categories.find(({ slug }) => slug === categorySlug)!;
  const parent = categories.find(({ slug }) => slug === category.parentSlug);
  return category.deliveryProof ?? parent?.deliveryProof ?? null;
}

function planOthers(shelf: Shelf, seed: number): OrderPlan[] {
  const random = createRandom(seed + 3);
  // Some things everybody wants, so that a few listings have a history.
  const popular = shelf
    .having(8)
    .filter(({ createdDaysAgo }) => createdDaysAgo > 20)
    .slice(0, 3);
  const buyers = people.map((person) => person.username);
  const plans: OrderPlan[] = [];
  for (let count = 0; count < otherOrders; count++) {
    const left = shelf.having(0);
    const wanted = popular.filter((listing) => left.includes(listing));
    const listing = random.pick(wanted.length > 0 && random.chance(0.5) ? wanted : left);
    const daysAgo = Math.max(0.3, random.next() * Math.min(55, listing.createdDaysAgo - 0.2));
    const buyer = random.pick(buyers.filter((username) => username !== listing.sellerUsername));
    if (listing.createdDaysAgo > daysAgo + 0.1)
      plans.push({
        ...planFor(shelf.take(listing), buyer, random.pick(otherStories), daysAgo),
        ...deliveryOf(
          listing.shipping?.alsoPickup && random.chance(0.3) ? 'pickup' : listing.deliveryType,
          daysAgo,
          random,
        ),
      });
  }
  return plans;
}

/** What the demo's own buyer complains about, a little apart so that no deadline has passed when the market opens. */
function planDisputes(shelf: Shelf, seed: number, now: Date): OrderPlan[] {
  const random = createRandom(seed + 1);
  return disputeStories.map((story, position) => {
    const complaintDaysAgo = 1.2 + position * 0.4;
    const travel = deliveredBefore(complaintDaysAgo, now);
    const fitting = shelf
      .having(2)
      .filter(
        ({ deliveryType, createdDaysAgo, sellerUsername }) =>
          deliveryType === 'shipping' &&
          createdDaysAgo > travel.daysAgo + 1 &&
          sellersOfTheHouse.includes(sellerUsername),
      );
    const plan = planFor(shelf.take(random.pick(fitting)), demoUsername('compradora'), story, travel.daysAgo);
    return { ...plan, ...travel, complaintDaysAgo };
  });
}

/** Bought in rotation by people with a full name, which a boleto requires. */
function planRare(shelf: Shelf, seed: number, now: Date): OrderPlan[] {
  const random = createRandom(seed + 2);
  const buyers = people.filter(
    ({ sells, verificationLevel }) => sells.length === 0 && verificationLevel >= 2,
  );
  return rareStories.map(({ story, method, delivery, daysAgo, own, dear, fileProves }, place) => {
    const travel = isDispute(story)
      ? { ...deliveredBefore(daysAgo, now), delivery, complaintDaysAgo: daysAgo }
      : { ...deliveryOf(delivery, daysAgo, random), daysAgo };
    const fitting = shelf
      .having(dear ? 0 : 2)
      .filter(
        (listing) =>
          isDelivered(listing, delivery) &&
          listing.createdDaysAgo > travel.daysAgo + 1 &&
          (!fileProves || proofOf(listing) === 'file') &&
          (dear
            ? listing.priceCents > 110_000 && listing.priceCents < 400_000
            : listing.priceCents < (own ? 12_000 : 40_000)),
      );
    const buyer = own ? demoUsername('compradora') : buyers[place % buyers.length]!.username;
    return { ...planFor(shelf.take(random.pick(fitting)), buyer, story, daysAgo), ...travel, method };
  });
}

/** More than the freight of nearly all parcels of the demo. */
const mostFreightCents = 12_000;

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
      days.set(key, (days.get(key) ?? 0) + prices.get(listingKey)! + mostFreightCents);
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
