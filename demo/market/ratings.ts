import { rateOrder, replyToRating } from '#contract/community/ratings.ts';
import { createRandom, seedFrom } from '#demo/random.ts';
import type { Random } from '#demo/random.ts';
import { demoUsername } from './accounts.ts';
import type { OrderPlan } from './order-plan.ts';
import { buyerTexts, replies, sellerTexts } from './rating-texts.ts';
import type { DemoApi } from './demo-api.ts';
import type { Scene } from './scene.ts';

type Grade = 1 | 2 | 3 | 4 | 5;

/** After how many days each party rates a successful order; null if they do not rate it. */
export interface RatingPlan {
  buyerAfter: number | null;
  sellerAfter: number | null;
  replies: boolean;
}

/** The demo's own buyer has every case: both with a reply, only hers, only the seller's, so that hers is awaited. */
const ownPlans: readonly RatingPlan[] = [
  { buyerAfter: 1, sellerAfter: 2, replies: true },
  { buyerAfter: 0.5, sellerAfter: null, replies: false },
  { buyerAfter: null, sellerAfter: 1, replies: false },
];

/** Deterministic: the same order is always rated alike. */
export function planRating(order: OrderPlan, place: number): RatingPlan {
  const own = order.buyer === demoUsername('compradora') ? ownPlans[place] : undefined;
  if (own) return own;
  const random = randomOf(order);
  return {
    buyerAfter: random.chance(0.8) ? 0.3 + random.next() * 4 : null,
    sellerAfter: random.chance(0.6) ? 0.2 + random.next() * 6 : null,
    replies: random.chance(0.35),
  };
}

/** The scenes that follow an order that was confirmed. */
export function ratingScenes(
  api: DemoApi,
  order: OrderPlan,
  plan: RatingPlan,
  hashOf: () => string | null,
): Scene[] {
  const random = randomOf(order);
  const stars = gradeOf(random);
  const texts =
    buyerTexts[
      order.delivery === 'automatic' ? 'automatic' : order.delivery === 'manual' ? 'byHand' : 'thing'
    ][stars];
  const byBuyer = { stars, ...finerGrades(stars, random), text: random.pick(texts) };
  const bySeller = { stars: random.chance(0.9) ? 5 : 4, text: random.pick(sellerTexts) };
  let ratingId: number | null = null;
  const rate = (who: string, body: typeof byBuyer | typeof bySeller) => async () => {
    const hash = hashOf();
    if (!hash) return;
    const { mine } = await api.call(who, rateOrder, { params: { hash }, body });
    if (who === order.buyer) ratingId = mine!.id;
  };
  const answer = async () => {
    if (ratingId === null) return;
    const text = random.pick(replies[stars > 3 ? 'praise' : 'complaint']);
    await api.call(order.seller, replyToRating, { params: { id: ratingId }, body: { text } });
  };
  const { buyerAfter, sellerAfter } = plan;
  const scenes = [
    { after: buyerAfter, play: rate(order.buyer, byBuyer) },
    { after: sellerAfter, play: rate(order.seller, bySeller) },
    {
      after:
        plan.replies && buyerAfter !== null && sellerAfter !== null
          ? Math.max(buyerAfter, sellerAfter) + 0.4
          : null,
      play: answer,
    },
  ];
  return scenes.flatMap(({ after, play }) => {
    const daysAgo = after === null ? 0 : order.daysAgo - after;
    return daysAgo > 0 ? [{ daysAgo, play }] : [];
  });
}

/** The ratings of an order that was confirmed days after its purchase. */
export function ratingsAfter(api: DemoApi, order: OrderPlan, hash: string): Scene[] {
  return ratingScenes(api, order, planRating(order, order.ratingPlace ?? ownPlans.length), () => hash);
}

function randomOf({ buyer, listingKey, daysAgo }: OrderPlan): Random {
  return createRandom(seedFrom(`avaliação ${buyer} ${listingKey} ${daysAgo.toFixed(4)}`));
}

/** Most sales go well, as in life. */
function gradeOf(random: Random): Grade {
  const at = random.next();
  if (at < 0.7) return 5;
  if (at < 0.9) return 4;
  if (at < 0.96) return 3;
  return at < 0.985 ? 2 : 1;
}

function finerGrades(stars: Grade, random: Random) {
  const near = () => Math.min(5, Math.max(1, stars + random.pick([0, 0, 0, 1, -1])));
  return { description: near(), punctuality: near(), service: near() };
}
