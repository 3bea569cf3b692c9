import { openingRefusal } from '#domain/complaints/complaints.ts';
import { allowedMoves } from './orders.ts';
import { promisedAt } from './timers.ts';
import type { DeliveryType, OrderActor, OrderEvent, OrderState } from './orders.ts';
import type { PromiseFacts } from './timers.ts';

/** The facts of an order that determine the events a side may cause now. */
export interface MoveFacts extends PromiseFacts {
  state: OrderState;
  deliveryType: DeliveryType;
  deliveredAt: Date | null;
  warrantyDays: number;
  now: Date;
  /** Null before the delivery, and after a regret. */
  regretUntil: Date | null;
  /** The buyer has requested a cancellation that the seller has not answered. */
  isAskedToCancel: boolean;
  /** Paid by a manual transfer with a payment proof of the buyer. */
  isPaidByHand: boolean;
}

/** The events that a call of this side can cause now: those of the table whose deadline and conditions hold. */
export function allowedMovesNow(facts: MoveFacts, actor: OrderActor): OrderEvent[] {
  const { regretUntil, now } = facts;
  const mayComplain = openingRefusal({ ...facts, promisedAt: promisedAt(facts) }) === null;
  return allowedMoves(facts, actor).filter((event) => {
    if (event === 'regret') return actor !== 'buyer' || (regretUntil !== null && now <= regretUntil);
    if (event === 'cancel_agreed') return facts.isAskedToCancel;
    if (event === 'review_payment') return facts.isPaidByHand;
    return !event.startsWith('complain') || mayComplain;
  });
}
