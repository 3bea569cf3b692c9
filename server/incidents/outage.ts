import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { promisedAt } from '#domain/orders/timers.ts';
import type { PromiseFacts } from '#domain/orders/timers.ts';

/** SQL for the milliseconds since a moment that were an incident of ours (N14); 0 for none, and for a null moment. */
export const outageSince = (moment: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from outage_since(${moment})) * 1000)::float8`;

/** A deadline that is computed and not stored, moved by the incidents since it began to run. */
export const moveBy = (deadline: Date, outageMs: number): Date => new Date(deadline.getTime() + outageMs);

/**
 * The promise and the delivery from which the times to complain count (P16, P20), later by incidents. A stored promise
 * was moved by those that have ended, so it is moved by the current one only.
 */
export function openingTimes(
  order: PromiseFacts & { deliveredAt: Date | null; outageMs: number; now: Date; deadlineNow: Date },
): { promisedAt: Date | null; promiseAt: Date | null; deliveredAt: Date | null } {
  const promise = promisedAt(order);
  const promised = promise && moveBy(promise, order.now.getTime() - order.deadlineNow.getTime());
  const { deliveredAt, outageMs } = order;
  return {
    promisedAt: promised,
    promiseAt: promised,
    deliveredAt: deliveredAt && moveBy(deliveredAt, outageMs),
  };
}
