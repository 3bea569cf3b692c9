import { allowedEvents } from '#domain/machine.ts';
import type { Machine } from '#domain/machine.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** States of one side's rating of the other (`avaliação`), §4.12. */
export const ratingStates = ['written', 'published'] as const;
export type RatingState = (typeof ratingStates)[number];

export const ratingActors = ['author', 'subject', 'system'] as const;
export type RatingActor = (typeof ratingActors)[number];

export type RatingEvent = 'edit' | 'publish' | 'reply';

/** Creating a rating is not a transition. A rating is visible to no other person, its subject included, until published. */
export const ratingMachine: Machine<RatingEvent, RatingState, RatingActor> = {
  edit: { rule: 'F48', by: ['author'], from: ['written'], to: 'written' },
  publish: { rule: 'F48', by: ['system'], from: ['written'], to: 'published' },
  reply: { rule: 'F48', by: ['subject'], from: ['published'], to: 'published' },
};

export const ratingRoles = ['buyer', 'seller'] as const;
/** The author's role; the other role is the subject. */
export type RatingRole = (typeof ratingRoles)[number];

export const otherRole: Record<RatingRole, RatingRole> = { buyer: 'seller', seller: 'buyer' };

const day = 86_400_000;

export const ratingLimits = {
  text: { at: 'ratings.text', unit: 'letters', max: 500, hard: { min: 1, max: 2_000 } },
  reply: { at: 'ratings.reply', unit: 'letters', max: 500, hard: { min: 1, max: 2_000 } },
} as const satisfies Record<string, Size>;

/** Times of §4.12, in milliseconds; an order keeps the version of its creation. */
export interface RatingRules {
  /** How long after its end an order may be rated, and when a side without a rating is reminded. */
  windowMs: number;
  askAfterMs: number;
  /** How long after its publication a rating accepts a reply. */
  replyMs: number;
  /** A buyer's rating with at most this many stars contradicts a complaint that the seller won. */
  contradictingStars: number;
  text: Pick<Bounds, 'max'>;
  reply: Pick<Bounds, 'max'>;
}

export const defaultRatingRules: RatingRules = {
  windowMs: 30 * day,
  askAfterMs: day,
  replyMs: 30 * day,
  contradictingStars: 3,
  text: defaultBounds(ratingLimits.text),
  reply: defaultBounds(ratingLimits.reply),
};

/** The facts that determine whether one side of an order may rate. */
export interface RatingFacts {
  orderState: OrderState;
  /** Null until the order has ended after a delivery. */
  window: { closesAt: Date; closed: boolean } | null;
  /** The side's own rating. */
  mine: RatingState | null;
  now: Date;
}

export type RatingRefusal = 'not_concluded' | 'in_complaint' | 'published' | 'too_late';

/** Why this side may not write or change its rating now; null when it may. */
export function writingRefusal({ orderState, window, mine, now }: RatingFacts): RatingRefusal | null {
  if (orderState === 'in_complaint') return 'in_complaint';
  if (!window) return 'not_concluded';
  if (mine && !allowedEvents(ratingMachine, mine, 'author').includes('edit')) return 'published';
  return window.closed || now >= window.closesAt ? 'too_late' : null;
}

export type ReplyRefusal = 'in_complaint' | 'not_published' | 'replied' | 'too_late';

/** Why the subject may not reply to the rating about them; null when they may. */
export function replyRefusal(given: {
  orderState: OrderState;
  state: RatingState;
  publishedAt: Date | null;
  replied: boolean;
  rules: RatingRules;
  now: Date;
}): ReplyRefusal | null {
  const { orderState, state, publishedAt, replied, rules, now } = given;
  if (!publishedAt || !allowedEvents(ratingMachine, state, 'subject').includes('reply'))
    return 'not_published';
  if (orderState === 'in_complaint') return 'in_complaint';
  if (replied) return 'replied';
  return now.getTime() >= publishedAt.getTime() + rules.replyMs ? 'too_late' : null;
}
