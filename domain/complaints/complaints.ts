import { allowedEvents, nextState } from '#domain/machine.ts';
import type { Machine } from '#domain/machine.ts';
import type { ComplaintRules } from './rules.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';

/** States of a complaint (`reclamação`), §4.9. */
export const complaintStates = [
  'open',
  'negotiating',
  'in_mediation',
  'decided',
  'appealed',
  'closed',
] as const;
export type ComplaintState = (typeof complaintStates)[number];

export const complaintActors = ['buyer', 'seller', 'staff', 'system'] as const;
export type ComplaintActor = (typeof complaintActors)[number];

export const complaintSides = ['buyer', 'seller'] as const;
export type ComplaintSide = (typeof complaintSides)[number];
export const otherSide: Record<ComplaintSide, ComplaintSide> = { buyer: 'seller', seller: 'buyer' };

/** R01: why a buyer complains. `recovered`: the seller took the sold account back, so mediation may start at once. */
export const complaintReasons = [
  'not_received',
  'not_as_described',
  'invalid_code',
  'no_access',
  'broken_file',
  'damaged',
  'recovered',
  'incomplete',
  'late',
  'other',
] as const;
export type ComplaintReason = (typeof complaintReasons)[number];

export type ComplaintTransition =
  | 'answer'
  | 'presume_silent'
  | 'accept'
  | 'confirm_promise'
  | 'confirm_by_time'
  | 'break_promise'
  | 'escalate'
  | 'mediate_by_time'
  | 'decide'
  | 'close_silent'
  | 'appeal'
  | 'concede'
  | 'close_by_time'
  | 'decide_appeal'
  | 'withdraw'
  | 'end_by_force'
  | 'end_by_bank'
  | 'pay_by_fund';

const unended = ['open', 'negotiating', 'in_mediation', 'decided', 'appealed'] as const;

/** The state machine of a complaint. Opening it (R01) is not a transition, because there is no state before. */
export const complaintMachine: Machine<ComplaintTransition, ComplaintState, ComplaintActor> = {
  answer: { rule: 'R02', by: ['seller'], from: ['open'], to: 'negotiating' },
  presume_silent: { rule: 'R04', by: ['system'], from: ['open'], to: 'decided' },
  accept: { rule: 'R03', by: ['buyer', 'seller'], from: ['negotiating'], to: 'closed' },
  confirm_promise: { rule: 'R03', by: ['buyer'], from: ['negotiating'], to: 'closed' },
  confirm_by_time: { rule: 'R03', by: ['system'], from: ['negotiating'], to: 'closed' },
  break_promise: { rule: 'R03', by: ['system'], from: ['negotiating'], to: 'decided' },
  escalate: { rule: 'R05', by: ['buyer', 'seller'], from: ['open', 'negotiating'], to: 'in_mediation' },
  mediate_by_time: { rule: 'R05', by: ['system'], from: ['negotiating'], to: 'in_mediation' },
  decide: { rule: 'R07', by: ['staff'], from: ['in_mediation'], to: 'decided' },
  close_silent: { rule: 'R06', by: ['system'], from: ['in_mediation'], to: 'closed' },
  appeal: { rule: 'R08', by: ['buyer', 'seller'], from: ['decided', 'appealed'], to: 'appealed' },
  concede: { rule: 'R10', by: ['buyer', 'seller'], from: ['decided'], to: 'closed' },
  close_by_time: { rule: 'R10', by: ['system'], from: ['decided'], to: 'closed' },
  decide_appeal: { rule: 'R09', by: ['staff'], from: ['appealed'], to: 'closed' },
  withdraw: { rule: 'R11', by: ['buyer'], from: unended, to: 'closed' },
  // An admin forced the order into a final state, so nothing is left to decide.
  end_by_force: { rule: 'P27', by: ['staff'], from: unended, to: 'closed' },
  // The buyer's bank charged the whole price back.
  end_by_bank: { rule: 'P26', by: ['system'], from: unended, to: 'closed' },
  // Staff missed the final deadline, so the platform pays.
  pay_by_fund: { rule: 'N03', by: ['system'], from: ['in_mediation', 'appealed'], to: 'closed' },
};

export type ComplaintInStateEvent =
  | 'propose'
  | 'refuse'
  | 'expire_proposal'
  | 'agree'
  | 'fulfil'
  | 'add_file'
  | 'remind'
  | 'take'
  | 'ask_evidence'
  | 'answer_request'
  | 'lapse_request'
  | 'raise'
  | 'waive'
  | 'close_appeals'
  | 'end_return';

/** Events within a state, listed in the timeline like transitions: who may cause them, and in which states. */
export const complaintInStateEvents: Readonly<
  Record<
    ComplaintInStateEvent,
    { rule: string; by: readonly ComplaintActor[]; in: readonly ComplaintState[] }
  >
> = {
  propose: { rule: 'R03', by: ['buyer', 'seller'], in: ['negotiating'] },
  refuse: { rule: 'R03', by: ['buyer', 'seller'], in: ['negotiating'] },
  expire_proposal: { rule: 'R03', by: ['system'], in: ['negotiating'] },
  // An accepted proposal that takes time: a repair, or a replacement that the seller delivers manually.
  agree: { rule: 'R03', by: ['buyer', 'seller'], in: ['negotiating'] },
  fulfil: { rule: 'R03', by: ['seller'], in: ['negotiating', 'decided'] },
  add_file: { rule: 'R01', by: ['buyer', 'seller'], in: ['open', 'negotiating', 'in_mediation', 'appealed'] },
  remind: { rule: 'R04', by: ['system'], in: ['open'] },
  take: { rule: 'R05', by: ['staff'], in: ['in_mediation', 'appealed'] },
  ask_evidence: { rule: 'R06', by: ['staff'], in: ['in_mediation'] },
  answer_request: { rule: 'R06', by: ['buyer', 'seller'], in: ['in_mediation'] },
  lapse_request: { rule: 'R06', by: ['system'], in: ['in_mediation'] },
  raise: { rule: 'R12', by: ['system'], in: ['in_mediation'] },
  // One of two losing sides accepts the decision while the other may still appeal, or has appealed.
  waive: { rule: 'R08', by: ['buyer', 'seller'], in: ['decided', 'appealed'] },
  close_appeals: { rule: 'R08', by: ['system'], in: ['appealed'] },
  // The return that it ended with brought less than everything back; PostgreSQL writes it with the return's end.
  end_return: { rule: 'S11', by: ['system'], in: ['closed'] },
};

export type ComplaintEvent = ComplaintTransition | ComplaintInStateEvent;

const isTransition = (event: ComplaintEvent): event is ComplaintTransition => event in complaintMachine;

/** The state after an event, or why it is refused, for transitions and for events within a state. */
export function stateAfter(
  event: ComplaintEvent,
  state: ComplaintState,
  actor: ComplaintActor,
): { to: ComplaintState } | { refusal: 'wrong_state' | 'wrong_actor' } {
  if (isTransition(event)) return nextState(complaintMachine, event, state, actor);
  const act = complaintInStateEvents[event];
  if (!act.by.includes(actor)) return { refusal: 'wrong_actor' };
  return act.in.includes(state) ? { to: state } : { refusal: 'wrong_state' };
}

/**
 * Every event this actor may cause in this state, regardless of deadlines.
 * @param excluded events ruled out by facts other than the state
 */
export function eventsIn(
  state: ComplaintState,
  actor: ComplaintActor,
  ...excluded: ComplaintEvent[]
): ComplaintEvent[] {
  const acts = (Object.keys(complaintInStateEvents) as ComplaintInStateEvent[]).filter(
    (act) => complaintInStateEvents[act].by.includes(actor) && complaintInStateEvents[act].in.includes(state),
  );
  return [...allowedEvents(complaintMachine, state, actor), ...acts].filter(
    (event) => !excluded.includes(event),
  );
}

/** The facts that determine whether a buyer may complain now (P16, P19, P20). */
export interface OpeningFacts {
  state: OrderState;
  promisedAt: Date | null;
  deliveredAt: Date | null;
  warrantyDays: number;
  now: Date;
}

export type OpeningRefusal = 'too_early' | 'too_late' | 'wrong_state';

/** Why no complaint can be opened about this order now; null when one can. */
export function openingRefusal(facts: OpeningFacts): OpeningRefusal | null {
  const { state, promisedAt, deliveredAt, warrantyDays, now } = facts;
  if (state === 'delivered') return null;
  if (state === 'in_delivery') return promisedAt && now >= promisedAt ? null : 'too_early';
  if (state !== 'completed' || !deliveredAt) return 'wrong_state';
  return now.getTime() < deliveredAt.getTime() + warrantyDays * 86_400_000 ? null : 'too_late';
}

/** The facts that determine from when a side may escalate (R05). */
export interface EscalationFacts {
  reason: ComplaintReason;
  openedAt: Date;
  side: ComplaintSide;
  /** An agreed delivery that takes time; no side may escalate before its date. */
  promise: { fulfilledAt: Date | null } | null;
  now: Date;
}

/** R05: from when on a side may escalate to mediation; null while an agreement is pending. */
export function escalatableAt(facts: Omit<EscalationFacts, 'now'>, rules: ComplaintRules): Date | null {
  const { promise, side, reason, openedAt } = facts;
  // Only the buyer may dispute what was delivered under an agreement, and may do so at once.
  if (promise) return promise.fulfilledAt && side === 'buyer' ? promise.fulfilledAt : null;
  return reason === 'recovered' ? openedAt : new Date(openedAt.getTime() + rules.escalateAfterMs);
}

export type ComplaintTimer =
  | 'remind_first'
  | 'remind_last'
  | 'presume_silent'
  | 'mediate'
  | 'promise'
  | 'confirm'
  | 'raise'
  | 'close'
  | 'close_appeals'
  | 'pay_by_fund';

/** The single timer of a complaint: when it fires and what happens then. */
export interface ComplaintDue {
  at: Date;
  event: ComplaintTimer;
}

/** R04: the next timer of an open complaint: two reminders, then the end of the seller's time to answer. */
export function answerTimer(openedAt: Date, remindersSent: 0 | 1 | 2, rules: ComplaintRules): ComplaintDue {
  const events = ['remind_first', 'remind_last', 'presume_silent'] as const;
  const after = [rules.firstReminderMs, rules.lastReminderMs, rules.answerMs][remindersSent]!;
  return { at: new Date(openedAt.getTime() + after), event: events[remindersSent] };
}

/** Codes are replaced from stock at once; the seller delivers anything else again. */
export function replacedAtOnce(deliveryType: DeliveryType): boolean {
  return deliveryType === 'automatic';
}
