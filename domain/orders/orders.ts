import { allowedEvents } from '#domain/machine.ts';
import type { Machine } from '#domain/machine.ts';

/** States of an order (`pedido`), §4.2. */
export const orderStates = [
  'awaiting_payment',
  'payment_in_review',
  'paid',
  'in_delivery',
  'delivered',
  'in_complaint',
  'completed',
  'refunded',
  'cancelled',
  'expired',
] as const;
export type OrderState = (typeof orderStates)[number];

export const orderActors = ['buyer', 'seller', 'staff', 'system'] as const;
export type OrderActor = (typeof orderActors)[number];

export type OrderEvent =
  | 'review_payment'
  | 'reopen_payment'
  | 'refuse_payment'
  | 'pay'
  | 'reinstate'
  | 'expire'
  | 'abandon'
  | 'deliver_codes'
  | 'start_delivery'
  | 'withdraw_purchase'
  | 'cancel_sale'
  | 'cancel_idle'
  | 'post'
  | 'receive'
  | 'deliver_by_carrier'
  | 'assume_delivered'
  | 'hand_over'
  | 'lose'
  | 'return_parcel'
  | 'return_for_address'
  | 'deliver'
  | 'cancel_late'
  | 'cancel_agreed'
  | 'confirm'
  | 'confirm_by_time'
  | 'complain_late'
  | 'complain'
  | 'complain_concluded'
  | 'resume_delivery'
  | 'resume_confirmation'
  | 'resume_conclusion'
  | 'uphold_sale'
  | 'refund_complaint'
  | 'settle_complaint'
  | 'refund_return'
  | 'regret'
  | 'refund_sale'
  | 'charge_back_undelivered'
  | 'charge_back'
  | 'force_cancellation'
  | 'force_delivery'
  | 'force_conclusion'
  | 'force_refund'
  | 'refund_analysed';

/**
 * The state machine of an order. Placing it (`placeOrder`, P01) is not a transition, because there is no state before.
 * A partial refund that keeps the state (P25, in part) is not one either.
 */
export const orderMachine: Machine<OrderEvent, OrderState, OrderActor> = {
  review_payment: {
    rule: 'P02',
    by: ['buyer', 'system'],
    from: ['awaiting_payment'],
    to: 'payment_in_review',
  },
  // §4.7: the buyer may send another payment proof after a refusal.
  reopen_payment: {
    rule: 'P06',
    by: ['staff', 'system'],
    from: ['payment_in_review'],
    to: 'awaiting_payment',
  },
  refuse_payment: { rule: 'P06', by: ['staff', 'system'], from: ['payment_in_review'], to: 'cancelled' },
  pay: { rule: 'P03', by: ['system'], from: ['awaiting_payment', 'payment_in_review'], to: 'paid' },
  reinstate: { rule: 'P07', by: ['system'], from: ['expired', 'cancelled'], to: 'paid' },
  expire: { rule: 'P04', by: ['system'], from: ['awaiting_payment', 'payment_in_review'], to: 'expired' },
  abandon: { rule: 'P05', by: ['buyer'], from: ['awaiting_payment'], to: 'cancelled' },
  deliver_codes: { rule: 'P08', by: ['system'], from: ['paid'], to: 'delivered' },
  start_delivery: { rule: 'P09', by: ['seller'], from: ['paid'], to: 'in_delivery' },
  withdraw_purchase: { rule: 'P10', by: ['buyer'], from: ['paid'], to: 'cancelled' },
  cancel_sale: { rule: 'P11', by: ['seller'], from: ['paid', 'in_delivery'], to: 'cancelled' },
  cancel_idle: { rule: 'P12', by: ['system'], from: ['paid'], to: 'cancelled' },
  // The seller posts it, or the carrier reports the first scan.
  post: { rule: 'S07', by: ['seller', 'system'], from: ['paid'], to: 'in_delivery' },
  receive: { rule: 'S08', by: ['buyer'], from: ['in_delivery'], to: 'delivered' },
  deliver_by_carrier: { rule: 'S08', by: ['system'], from: ['in_delivery'], to: 'delivered' },
  // Without tracking, on the promised day.
  assume_delivered: { rule: 'S08', by: ['system'], from: ['in_delivery'], to: 'delivered' },
  hand_over: { rule: 'S12', by: ['seller'], from: ['paid'], to: 'delivered' },
  // Staff say so after asking the carrier (S15).
  lose: { rule: 'S16', by: ['system', 'staff'], from: ['in_delivery'], to: 'cancelled' },
  return_parcel: { rule: 'S10', by: ['system', 'staff'], from: ['in_delivery'], to: 'cancelled' },
  // Where no carrier reports why: the buyer's address was wrong.
  return_for_address: { rule: 'S15', by: ['staff'], from: ['in_delivery'], to: 'cancelled' },
  deliver: { rule: 'P13', by: ['seller'], from: ['in_delivery'], to: 'delivered' },
  cancel_late: { rule: 'P15', by: ['system'], from: ['in_delivery'], to: 'cancelled' },
  // The buyer requested it, and the seller agreed or did not answer in time.
  cancel_agreed: { rule: 'P14', by: ['seller', 'system'], from: ['in_delivery'], to: 'cancelled' },
  confirm: { rule: 'P17', by: ['buyer'], from: ['delivered'], to: 'completed' },
  confirm_by_time: { rule: 'P18', by: ['system'], from: ['delivered'], to: 'completed' },
  complain_late: { rule: 'P16', by: ['buyer'], from: ['in_delivery'], to: 'in_complaint' },
  complain: { rule: 'P19', by: ['buyer'], from: ['delivered'], to: 'in_complaint' },
  complain_concluded: { rule: 'P20', by: ['buyer'], from: ['completed'], to: 'in_complaint' },
  resume_delivery: { rule: 'P21', by: ['system'], from: ['in_complaint'], to: 'in_delivery' },
  resume_confirmation: { rule: 'P21', by: ['system'], from: ['in_complaint'], to: 'delivered' },
  resume_conclusion: { rule: 'P21', by: ['system'], from: ['in_complaint'], to: 'completed' },
  uphold_sale: { rule: 'P21', by: ['system'], from: ['in_complaint'], to: 'completed' },
  refund_complaint: { rule: 'P22', by: ['system'], from: ['in_complaint'], to: 'refunded' },
  settle_complaint: { rule: 'P23', by: ['system'], from: ['in_complaint'], to: 'completed' },
  // What came back after a complaint; staff decide a contested one.
  refund_return: { rule: 'S11', by: ['staff', 'system'], from: ['delivered', 'completed'], to: 'refunded' },
  regret: { rule: 'P24', by: ['buyer', 'staff', 'system'], from: ['delivered', 'completed'], to: 'refunded' },
  refund_sale: { rule: 'P25', by: ['seller'], from: ['delivered', 'completed'], to: 'refunded' },
  // The bank charged back the whole remaining payment.
  charge_back_undelivered: {
    rule: 'P26',
    by: ['system'],
    from: ['paid', 'in_delivery'],
    to: 'cancelled',
  },
  charge_back: {
    rule: 'P26',
    by: ['system'],
    from: ['delivered', 'in_complaint', 'completed'],
    to: 'refunded',
  },
  force_cancellation: {
    rule: 'P27',
    by: ['staff'],
    from: ['awaiting_payment', 'payment_in_review', 'paid', 'in_delivery'],
    to: 'cancelled',
  },
  // From `paid` only where the handover is the delivery.
  force_delivery: { rule: 'P27', by: ['staff'], from: ['paid', 'in_delivery'], to: 'delivered' },
  force_conclusion: { rule: 'P27', by: ['staff'], from: ['delivered', 'in_complaint'], to: 'completed' },
  force_refund: { rule: 'P27', by: ['staff'], from: ['delivered', 'in_complaint'], to: 'refunded' },
  // Only while its payment is in analysis (§4.6).
  refund_analysed: { rule: 'P27', by: ['staff'], from: ['completed'], to: 'refunded' },
};

/** The events an admin may force on an order (P27). */
export const forcedEvents = [
  'force_cancellation',
  'force_delivery',
  'lose',
  'return_parcel',
  'return_for_address',
  'force_conclusion',
  'force_refund',
  'refund_analysed',
] as const satisfies readonly OrderEvent[];
export type ForcedEvent = (typeof forcedEvents)[number];

/** The event that returns an order to its state before a complaint (P21). */
export const resumeEvents = {
  in_delivery: 'resume_delivery',
  delivered: 'resume_confirmation',
  completed: 'resume_conclusion',
} as const satisfies Partial<Record<OrderState, OrderEvent>>;
export type StateBefore = keyof typeof resumeEvents;

/**
 * Whether the order's escrow account must be empty in each state; SQL enforces it at commit. A complaint may concern a
 * sale before or after its conclusion, so it allows both.
 */
export const escrowRules: Record<OrderState, 'empty' | 'held' | 'any'> = {
  awaiting_payment: 'empty',
  payment_in_review: 'empty',
  paid: 'held',
  in_delivery: 'held',
  delivered: 'held',
  in_complaint: 'any',
  completed: 'empty',
  refunded: 'empty',
  cancelled: 'empty',
  expired: 'empty',
};

export const finalOrderStates: readonly OrderState[] = ['completed', 'refunded', 'cancelled', 'expired'];

/** States of the sale's money (`liquidação`), §4.3. */
export const settlementStates = ['in_escrow', 'pending_release', 'released', 'blocked', 'reversed'] as const;
export type SettlementState = (typeof settlementStates)[number];

/** How an item is delivered (S01). An order has exactly one type, which its buyer chose. */
export const deliveryTypes = ['automatic', 'manual', 'shipping', 'pickup'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

/** The events that an order's one timer may cause. */
export const dueEvents = [
  'expire',
  'cancel_idle',
  'cancel_late',
  'lose',
  'assume_delivered',
  'confirm_by_time',
] as const satisfies readonly OrderEvent[];
export type DueEvent = (typeof dueEvents)[number];

/** The transitions a person may cause now; the buttons, the refusals' `meta.allowed` and the commands read this. */
export function allowedMoves(
  order: { state: OrderState; deliveryType: DeliveryType },
  actor: OrderActor,
): OrderEvent[] {
  return allowedEvents(orderMachine, order.state, actor).filter((event) =>
    isMoveOf(event, order.deliveryType, order.state),
  );
}

/** Events of one way of delivery. */
const movesOfDelivery: Partial<Record<OrderEvent, DeliveryType>> = {
  deliver_codes: 'automatic',
  start_delivery: 'manual',
  deliver: 'manual',
  cancel_late: 'manual',
  post: 'shipping',
  receive: 'shipping',
  deliver_by_carrier: 'shipping',
  assume_delivered: 'shipping',
  lose: 'shipping',
  return_parcel: 'shipping',
  return_for_address: 'shipping',
  hand_over: 'pickup',
};

/** Whether an order that is delivered like this has the event at all: a parcel on its way is not called back. */
export function isMoveOf(event: OrderEvent, delivery: DeliveryType, state: OrderState): boolean {
  const only = movesOfDelivery[event];
  if (only !== undefined && only !== delivery) return false;
  if (event === 'force_delivery' && state === 'paid') return delivery === 'pickup';
  const travels = delivery === 'shipping' && state === 'in_delivery';
  return !travels || (event !== 'cancel_sale' && event !== 'cancel_agreed');
}

/** A buyer may see the codes from delivery on, without a time limit; after a refund only codes revealed before. */
export function mayReveal(order: {
  state: OrderState;
  deliveryType: DeliveryType;
  revealedAt: Date | null;
}): boolean {
  if (order.deliveryType !== 'automatic') return false;
  if (order.state === 'refunded') return order.revealedAt !== null;
  return ['delivered', 'in_complaint', 'completed'].includes(order.state);
}

const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The public code of an order: 4 to 7 letters of Crockford's base 32, unique per id. Neighbouring ids get dissimilar
 * codes, so that the number of sales cannot be inferred.
 */
export function orderCode(id: number): string {
  const length = [4, 5, 6, 7].find((letters) => id < 32 ** letters) ?? 11;
  const space = 32n ** BigInt(length);
  // An odd factor permutes the space: no two ids of one length share a code.
  let rest = (BigInt(id) * 0x9e3779b97f4a7c15n) % space;
  let code = '';
  for (let place = 0; place < length; place++) {
    code = codeLetters[Number(rest % 32n)] + code;
    rest /= 32n;
  }
  return code;
}

/** The inverse of the odd factor, modulo 2^64. */
const inverseFactor = 0xf1de83e19937733dn;

/** The order id of a typed code; null when it is not a valid code. */
export function orderIdOf(code: string): number | null {
  const letters = [...code.trim().toUpperCase()].map((letter) => codeLetters.indexOf(letter));
  if (letters.length < 4 || letters.length > 11 || letters.includes(-1)) return null;
  const value = letters.reduce((sum, letter) => sum * 32n + BigInt(letter), 0n);
  const id = Number((value * inverseFactor) % 32n ** BigInt(letters.length));
  return Number.isSafeInteger(id) && id > 0 && orderCode(id) === code.trim().toUpperCase() ? id : null;
}

/** A username as other people see it: `jo***`. */
export function maskedName(username: string): string {
  return `${username.slice(0, 2)}***`;
}
