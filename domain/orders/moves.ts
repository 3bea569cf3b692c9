import { openingRefusal } from '#domain/complaints/complaints.ts';
import { allowedMoves, promisedAt } from './orders.ts';
import type { DeliveryType, OrderActor, OrderEvent, OrderState } from './orders.ts';

/** What of an order, besides its state, decides on what a side may do with it now. */
export interface MoveFacts {
  state: OrderState;
  deliveryType: DeliveryType;
  paidAt: Date | null;
  promisedHours: number;
  deliveredAt: Date | null;
  warrantyDays: number;
  now: Date;
  /** Null before the delivery, and once it was regretted. */
  regretUntil: Date | null;
  /** The buyer asks to cancel, and the seller has not answered. */
  isAskedToCancel: boolean;
  /** By a transfer whose receipt the buyer sends. */
  isPaidByHand: boolean;
}

/** What the next call of this side would be taken for: what the table knows, while there is time and cause for it. */
export function allowedMovesNow(facts: MoveFacts, actor: OrderActor): OrderEvent[] {
  const { paidAt, promisedHours, regretUntil, now } = facts;
  const promised = paidAt && promisedAt(paidAt, promisedHours);
  const mayComplain = openingRefusal({ ...facts, promisedAt: promised }) === null;
  return allowedMoves(facts, actor).filter((event) => {
    if (event === 'regret') return actor !== 'buyer' || (regretUntil !== null && now <= regretUntil);
    if (event === 'cancel_agreed') return facts.isAskedToCancel;
    if (event === 'review_payment') return facts.isPaidByHand;
    return !event.startsWith('complain') || mayComplain;
  });
}
