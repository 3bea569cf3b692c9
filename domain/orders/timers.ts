import type { DeliveryType } from './orders.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The shortest release delay in days, because the buyer may regret for as long (CDC art. 49). */
export const minReleaseDelayDays = 7;

/** Durations of the order rules, in milliseconds; all of them settings (§4). */
export interface OrderTimers {
  pixExpiryMs: number;
  startLimitMs: number;
  lateGraceMs: number;
  confirmMs: number;
  codeConfirmLimitMs: number;
  /** For how long the time to confirm an account stands still at most, while its buyer secures it (N13); 0 switches it off. */
  securingMs: number;
  latePaymentMs: number;
  holdMs: number;
}

export const defaultOrderTimers: OrderTimers = {
  pixExpiryMs: 30 * 60_000,
  startLimitMs: 72 * hour,
  lateGraceMs: 24 * hour,
  confirmMs: 72 * hour,
  codeConfirmLimitMs: 7 * day,
  securingMs: 2 * day,
  latePaymentMs: day,
  holdMs: minReleaseDelayDays * day,
};

/** P12: a paid order whose delivery has not started is cancelled at the earlier of promise + 24 h and payment + 72 h. */
export function idleCancelAt(paidAt: Date, promisedHours: number, timers: OrderTimers): Date {
  const byPromise = promisedHours * hour + timers.lateGraceMs;
  return new Date(paidAt.getTime() + Math.min(byPromise, timers.startLimitMs));
}

/** P15: a started delivery is cancelled 24 h after the promised time. */
export function lateCancelAt(paidAt: Date, promisedHours: number, timers: OrderTimers): Date {
  return new Date(paidAt.getTime() + promisedHours * hour + timers.lateGraceMs);
}

/** What determines the promise of an order. */
export interface PromiseFacts {
  paidAt: Date | null;
  promisedHours: number;
  /** Stored for what is shipped or picked up: first the end of the time to post, then the day of arrival (S07). */
  promiseAt: Date | null;
}

/** The instant promised for the delivery, or for posting a parcel that was not posted yet; null before payment. */
export function promisedAt({ paidAt, promisedHours, promiseAt }: PromiseFacts): Date | null {
  return promiseAt ?? (paidAt && new Date(paidAt.getTime() + promisedHours * hour));
}

interface Delivery {
  type: DeliveryType;
  deliveredAt: Date;
  revealedAt: Date | null;
  /** For how long the clock stands still at most, in milliseconds (N13); 0 by default. */
  pauseMs?: number;
}

/** P18: 72 h after delivery; for codes 72 h after the reveal, at most 7 days after delivery. A pause comes on top (N13). */
export function autoConfirmAt(
  { type, deliveredAt, revealedAt, pauseMs = 0 }: Delivery,
  timers: OrderTimers,
): Date {
  if (type !== 'automatic') return new Date(deliveredAt.getTime() + timers.confirmMs + pauseMs);
  const limit = deliveredAt.getTime() + timers.codeConfirmLimitMs;
  if (!revealedAt) return new Date(limit);
  return new Date(Math.min(revealedAt.getTime() + timers.confirmMs, limit) + pauseMs);
}

/**
 * §4.3: the release delay of the seller's money after the delivery, in milliseconds: the delay of the category, or of the
 * seller's level, when the order was placed, or else the rule of the order's settings version.
 */
export function releaseDelayMs(holdDays: number | null, timers: OrderTimers): number {
  return holdDays === null ? timers.holdMs : holdDays * day;
}

/** §4.3: the seller's money is released at the later of conclusion and delivery + release delay. */
export function releaseAt(concludedAt: Date, deliveredAt: Date, holdMs: number): Date {
  return new Date(Math.max(concludedAt.getTime(), deliveredAt.getTime() + holdMs));
}
