import { allowed } from '#domain/machine.ts';
import type { Machine } from '#domain/machine.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { usualBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** States of one side's rating of the other (`avaliação`), §4.12. */
export const ratingStates = ['written', 'published'] as const;
export type RatingState = (typeof ratingStates)[number];

export const ratingActors = ['author', 'subject', 'system'] as const;
export type RatingActor = (typeof ratingActors)[number];

export type RatingEvent = 'edit' | 'publish' | 'reply';

/** Writing is birth and has no state to come from. Nobody sees a rating, its subject least of all, until published. */
export const ratingMachine: Machine<RatingEvent, RatingState, RatingActor> = {
  edit: { rule: 'F48', by: ['author'], from: ['written'], to: 'written' },
  publish: { rule: 'F48', by: ['system'], from: ['written'], to: 'published' },
  reply: { rule: 'F48', by: ['subject'], from: ['published'], to: 'published' },
};

export const ratingRoles = ['buyer', 'seller'] as const;
/** Who writes; the other one is written about. */
export type RatingRole = (typeof ratingRoles)[number];

export const otherRole: Record<RatingRole, RatingRole> = { buyer: 'seller', seller: 'buyer' };

const day = 86_400_000;

export const ratingLimits = {
  text: { at: 'ratings.text', unit: 'letters', max: 500, hard: { min: 1, max: 2_000 } },
  reply: { at: 'ratings.reply', unit: 'letters', max: 500, hard: { min: 1, max: 2_000 } },
} as const satisfies Record<string, Size>;

/** Times of §4.12, in milliseconds; an order keeps the version it was born with. */
export interface RatingRules {
  /** How long after its end an order may be rated, and when those who have not are asked. */
  windowMs: number;
  askAfterMs: number;
  /** How long after its publishing a rating may be replied to. */
  replyMs: number;
  /** A buyer's rating of so many stars, or fewer, says the contrary of a complaint that the seller won. */
  contradictingStars: number;
  text: Pick<Bounds, 'max'>;
  reply: Pick<Bounds, 'max'>;
}

export const defaultRatingRules: RatingRules = {
  windowMs: 30 * day,
  askAfterMs: day,
  replyMs: 30 * day,
  contradictingStars: 3,
  text: usualBounds(ratingLimits.text),
  reply: usualBounds(ratingLimits.reply),
};

/** What one side of an order knows when it asks what it may do. */
export interface RatingFacts {
  orderState: OrderState;
  /** Null as long as the order has not ended after a delivery. */
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
  if (mine && !allowed(ratingMachine, mine, 'author').includes('edit')) return 'published';
  return window.closed || now >= window.closesAt ? 'too_late' : null;
}

export type ReplyRefusal = 'in_complaint' | 'not_published' | 'replied' | 'too_late';

/** Why the subject may not reply to what was written about them; null when they may. */
export function replyRefusal(given: {
  orderState: OrderState;
  state: RatingState;
  publishedAt: Date | null;
  replied: boolean;
  rules: RatingRules;
  now: Date;
}): ReplyRefusal | null {
  const { orderState, state, publishedAt, replied, rules, now } = given;
  if (!publishedAt || !allowed(ratingMachine, state, 'subject').includes('reply')) return 'not_published';
  if (orderState === 'in_complaint') return 'in_complaint';
  if (replied) return 'replied';
  return now.getTime() >= publishedAt.getTime() + rules.replyMs ? 'too_late' : null;
}
