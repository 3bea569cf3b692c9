import { allowed, next } from '#domain/machine.ts';
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

/** R01: why a buyer complains. `recovered`: the seller took the account back; the team comes at once. */
export const complaintReasons = [
  'not_received',
  'not_as_described',
  'invalid_code',
  'recovered',
  'incomplete',
  'late',
  'other',
] as const;
export type ComplaintReason = (typeof complaintReasons)[number];

export type ComplaintTurn =
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
  | 'end_by_bank';

const unended = ['open', 'negotiating', 'in_mediation', 'decided', 'appealed'] as const;

/** The life of a complaint. Opening it (R01) is birth and has no state to come from. */
export const complaintMachine: Machine<ComplaintTurn, ComplaintState, ComplaintActor> = {
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
  // An admin moved the order itself: nothing is left to decide.
  end_by_force: { rule: 'P27', by: ['staff'], from: unended, to: 'closed' },
  // The buyer's bank took the whole price back.
  end_by_bank: { rule: 'P26', by: ['system'], from: unended, to: 'closed' },
};

export type ComplaintAct =
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
  | 'close_appeals';

/** What happens within a state and is told in the timeline as much as a turn: who may do it, and when. */
export const complaintActs: Readonly<
  Record<ComplaintAct, { rule: string; by: readonly ComplaintActor[]; in: readonly ComplaintState[] }>
> = {
  propose: { rule: 'R03', by: ['buyer', 'seller'], in: ['negotiating'] },
  refuse: { rule: 'R03', by: ['buyer', 'seller'], in: ['negotiating'] },
  expire_proposal: { rule: 'R03', by: ['system'], in: ['negotiating'] },
  // An accepted proposal that takes time: a repair, or another unit by hand.
  agree: { rule: 'R03', by: ['buyer', 'seller'], in: ['negotiating'] },
  fulfil: { rule: 'R03', by: ['seller'], in: ['negotiating', 'decided'] },
  add_file: { rule: 'R01', by: ['buyer', 'seller'], in: ['open', 'negotiating', 'in_mediation', 'appealed'] },
  remind: { rule: 'R04', by: ['system'], in: ['open'] },
  take: { rule: 'R05', by: ['staff'], in: ['in_mediation', 'appealed'] },
  ask_evidence: { rule: 'R06', by: ['staff'], in: ['in_mediation'] },
  answer_request: { rule: 'R06', by: ['buyer', 'seller'], in: ['in_mediation'] },
  lapse_request: { rule: 'R06', by: ['system'], in: ['in_mediation'] },
  raise: { rule: 'R12', by: ['system'], in: ['in_mediation'] },
  // One of two losing sides accepts the decision while the other may still appeal, or has.
  waive: { rule: 'R08', by: ['buyer', 'seller'], in: ['decided', 'appealed'] },
  close_appeals: { rule: 'R08', by: ['system'], in: ['appealed'] },
};

export type ComplaintEvent = ComplaintTurn | ComplaintAct;

const isTurn = (event: ComplaintEvent): event is ComplaintTurn => event in complaintMachine;

/** The state after an event, or why it can't happen: one question for turns and acts. */
export function stateAfter(
  event: ComplaintEvent,
  state: ComplaintState,
  actor: ComplaintActor,
): { to: ComplaintState } | { refusal: 'wrong_state' | 'wrong_actor' } {
  if (isTurn(event)) return next(complaintMachine, event, state, actor);
  const act = complaintActs[event];
  if (!act.by.includes(actor)) return { refusal: 'wrong_actor' };
  return act.in.includes(state) ? { to: state } : { refusal: 'wrong_state' };
}

/**
 * Everything this actor may cause in this state, times apart.
 * @param but what else than the state rules out
 */
export function eventsIn(
  state: ComplaintState,
  actor: ComplaintActor,
  ...but: ComplaintEvent[]
): ComplaintEvent[] {
  const acts = (Object.keys(complaintActs) as ComplaintAct[]).filter(
    (act) => complaintActs[act].by.includes(actor) && complaintActs[act].in.includes(state),
  );
  return [...allowed(complaintMachine, state, actor), ...acts].filter((event) => !but.includes(event));
}

/** What an order must be for its buyer to complain, and until when (P16, P19, P20). */
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

/** What decides whether the team may be called now (R05). */
export interface EscalationFacts {
  reason: ComplaintReason;
  openedAt: Date;
  side: ComplaintSide;
  /** What was agreed and takes time; nobody leaves an agreement before its date. */
  promise: { fulfilledAt: Date | null } | null;
  now: Date;
}

/** R05: from when on a side may call the team; null while an agreement runs. */
export function escalatableAt(facts: Omit<EscalationFacts, 'now'>, rules: ComplaintRules): Date | null {
  const { promise, side, reason, openedAt } = facts;
  // What was delivered under an agreement is the buyer's to dispute, at once.
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
  | 'close_appeals';

/** The one timer of a complaint: when it rings and what happens then. */
export interface Due {
  at: Date;
  event: ComplaintTimer;
}

/** R04: the open complaint's next bell: two reminders, then the end of the seller's time. */
export function answerTimer(openedAt: Date, rung: 0 | 1 | 2, rules: ComplaintRules): Due {
  const bells = ['remind_first', 'remind_last', 'presume_silent'] as const;
  const after = [rules.firstReminderMs, rules.lastReminderMs, rules.answerMs][rung]!;
  return { at: new Date(openedAt.getTime() + after), event: bells[rung] };
}

/** Codes are replaced from the shelf at once; anything else the seller hands over again. */
export function replacedAtOnce(deliveryType: DeliveryType): boolean {
  return deliveryType === 'automatic';
}
