import {
  addBusinessDays,
  addDays,
  endOfDay,
  isBusinessDay,
  saoPauloDay,
  startOfDay,
} from '#domain/business-days.ts';
import type { ClosedDays } from '#domain/business-days.ts';

const hour = 3_600_000;

/** The deadlines of a shipment. Days are business days of the origin's state, unless they are called calendar days. */
export interface ShipmentClocks {
  /** The longest handling time that a listing may have. */
  maxHandlingDays: number;
  /** From the end of the handling time to the cancellation of an unposted order. */
  cancelDays: number;
  /** Added to the service's days before a parcel is late. */
  toleranceDays: number;
  /** From the promised day, or a later event, until a silent parcel is lost. */
  lostDays: number;
  /** Business days without an event after which staff look for a parcel (S15). */
  silentDays: number;
  /** Calendar days that a parcel waits at a branch for its recipient. */
  collectionDays: number;
  /** Calendar days to post a return. */
  returnDays: number;
  /** How long the seller checks what came back, in milliseconds. */
  returnCheckMs: number;
  /** Calendar days after the payment to hand over a pickup. */
  pickupDays: number;
  /** How long a quote may be bought, in milliseconds. */
  quoteMs: number;
}

export const defaultShipmentClocks: ShipmentClocks = {
  maxHandlingDays: 5,
  cancelDays: 1,
  toleranceDays: 1,
  lostDays: 10,
  silentDays: 5,
  collectionDays: 7,
  returnDays: 7,
  returnCheckMs: 48 * hour,
  pickupDays: 7,
  quoteMs: 24 * hour,
};

/** The end of the day by which a paid order must be posted (S07). The day of the payment does not count. */
export function postBy(paidAt: Date, handlingDays: number, closed: ClosedDays): Date {
  return afterDays(paidAt, handlingDays, closed);
}

/** When the seller is reminded to post: when `nearBps` of the time is left, three quarters into it by default (S07). */
export function postReminderAt(paidAt: Date, postedBy: Date, nearBps: number): Date {
  const left = Math.round(((postedBy.getTime() - paidAt.getTime()) * nearBps) / 10_000);
  return new Date(postedBy.getTime() - left);
}

/** When an order that was not posted in time is cancelled with a full refund (S07). */
export function cancelUnpostedAt(
  postedBy: Date,
  closed: ClosedDays,
  { cancelDays }: ShipmentClocks = defaultShipmentClocks,
): Date {
  return afterDays(postedBy, cancelDays, closed);
}

/** The end of the promised day: the service's days after the posting, and the tolerance (S07). */
export function promisedOn(
  postedAt: Date,
  businessDays: number,
  closed: ClosedDays,
  { toleranceDays }: ShipmentClocks = defaultShipmentClocks,
): Date {
  return afterDays(postedAt, businessDays + toleranceDays, closed);
}

/**
 * When a parcel without news is lost (S07).
 * @param newestEventAt the carrier's time of the newest event; one after the promised day starts the count again
 */
export function lostAt(
  promised: Date,
  newestEventAt: Date | null,
  closed: ClosedDays,
  { lostDays }: ShipmentClocks = defaultShipmentClocks,
): Date {
  const from = newestEventAt && newestEventAt > promised ? newestEventAt : promised;
  return afterDays(from, lostDays, closed);
}

/** A parcel whose newest event is before this instant is in the queue of staff (S15). */
export function silentSince(
  now: Date,
  closed: ClosedDays,
  { silentDays }: ShipmentClocks = defaultShipmentClocks,
): Date {
  let day = saoPauloDay(now);
  for (let left = silentDays; left > 0; left -= isBusinessDay(day, closed) ? 1 : 0) day = addDays(day, -1);
  return startOfDay(day);
}

/** When a parcel that the seller posted without tracking counts as delivered: the end of the promised day (S08). */
export function assumedDeliveredAt(promised: Date): Date {
  return promised;
}

/** The last day on which the recipient can collect a parcel at the branch (S10). */
export function collectBy(arrivedAt: Date, { collectionDays }: ShipmentClocks = defaultShipmentClocks): Date {
  return afterCalendarDays(arrivedAt, collectionDays);
}

/** The last day on which the buyer can post a return (S11). */
export function returnPostBy(openedAt: Date, { returnDays }: ShipmentClocks = defaultShipmentClocks): Date {
  return afterCalendarDays(openedAt, returnDays);
}

/** The last day on which a paid pickup can be handed over (S12). */
export function pickupBy(paidAt: Date, { pickupDays }: ShipmentClocks = defaultShipmentClocks): Date {
  return afterCalendarDays(paidAt, pickupDays);
}

function afterDays(from: Date, days: number, closed: ClosedDays): Date {
  return endOfDay(addBusinessDays(saoPauloDay(from), days, closed));
}

function afterCalendarDays(from: Date, days: number): Date {
  return endOfDay(addDays(saoPauloDay(from), days));
}
