import type { Machine } from '#domain/machine.ts';
import type { ShippingRules } from '#domain/shipping/settings.ts';
import { carrierEventNames } from '#domain/shipping/shipments.ts';
import type { CarrierEventKind, ShipmentState } from '#domain/shipping/shipments.ts';

/** States of a return (`devolução`, S11). */
export const returnStates = [
  'to_post',
  'posted',
  'checking',
  'contested',
  'completed',
  'lapsed',
  'cancelled',
] as const;
export type ReturnState = (typeof returnStates)[number];

/** A return in one of these states keeps the sale stopped. */
export const openReturnStates: readonly ReturnState[] = ['to_post', 'posted', 'checking', 'contested'];

export const returnStateNames: Readonly<Record<ReturnState, string>> = {
  to_post: 'Aguardando a postagem',
  posted: 'A caminho de quem vendeu',
  checking: 'Em conferência',
  contested: 'Contestada',
  completed: 'Concluída',
  lapsed: 'Não enviada no prazo',
  cancelled: 'Cancelada',
};

/** The name of its state; a parcel that goes back to the buyer is not on its way to the seller. */
export function returnStateName(state: ReturnState, parcel: ShipmentState): string {
  const isBouncing = parcel === 'returning' && (state === 'posted' || state === 'checking');
  return isBouncing ? 'Voltando para quem comprou' : returnStateNames[state];
}

/** What a carrier reports of a parcel on its way back, whose sender is the buyer. */
export const returnEventNames: Readonly<Record<CarrierEventKind, string>> = {
  ...carrierEventNames,
  returning: 'Voltando para quem comprou',
  returned: 'De volta com quem comprou',
  delivered: 'Entregue a quem vendeu',
};

/** How it comes back: with a label of the site, posted at the buyer's own counter, or handed back in person. */
export const returnWays = ['label', 'own', 'hand'] as const;
export type ReturnWay = (typeof returnWays)[number];

/** Why it was opened: by a regret, or at the end of a complaint, decided by staff or agreed by its sides. */
export const returnReasons = ['regret', 'complaint', 'agreement'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** S11: who pays the way back: the seller after a decision for the buyer, otherwise as the setting says. */
export function returnPaidBy(
  reason: ReturnReason,
  { returnFreight }: Pick<ShippingRules, 'returnFreight'>,
): ShippingRules['returnFreight'] {
  return reason === 'complaint' ? 'seller' : returnFreight;
}

export type ReturnActor = 'buyer' | 'seller' | 'staff' | 'system' | 'carrier';
export type ReturnEvent =
  | 'post'
  | 'hand_back'
  | 'refund_at_posting'
  | 'arrive'
  | 'accept'
  | 'accept_by_time'
  | 'contest'
  | 'lose'
  | 'bounce'
  | 'decide'
  | 'pay_by_fund'
  | 'lapse'
  | 'cancel'
  | 'overtake';

const open = ['to_post', 'posted', 'checking', 'contested'] as const;

/**
 * The return's states (S11). Opening it is not a transition, because there is no state before. Where the carrier of the
 * parcel is, its events say (`shipmentMachine`); they go on after the return is completed.
 */
export const returnMachine: Machine<ReturnEvent, ReturnState, ReturnActor> = {
  // The carrier's first fact about a label of the site, unless it refunds the return.
  post: { rule: 'S11', by: ['buyer', 'carrier'], from: ['to_post'], to: 'posted' },
  hand_back: { rule: 'S11', by: ['buyer'], from: ['to_post'], to: 'checking' },
  // The same of a regret, whose money leaves with it.
  refund_at_posting: { rule: 'S11', by: ['carrier'], from: ['to_post'], to: 'completed' },
  // The carrier delivered it, or, without tracking, the day on which it should have arrived has passed.
  arrive: { rule: 'S11', by: ['system'], from: ['posted'], to: 'checking' },
  accept: { rule: 'S11', by: ['seller'], from: ['to_post', 'posted', 'checking'], to: 'completed' },
  accept_by_time: { rule: 'S11', by: ['system'], from: ['checking'], to: 'completed' },
  contest: { rule: 'S11', by: ['seller'], from: ['posted', 'checking'], to: 'contested' },
  // S16: by the carrier's word, or without any news of it.
  lose: { rule: 'S16', by: ['carrier', 'system'], from: ['posted'], to: 'completed' },
  // Its parcel went back to the buyer; staff decide what is owed.
  bounce: { rule: 'S11', by: ['carrier'], from: ['posted', 'checking'], to: 'contested' },
  decide: { rule: 'S11', by: ['staff'], from: ['contested'], to: 'completed' },
  // Staff did not decide by the final deadline.
  pay_by_fund: { rule: 'N03', by: ['system'], from: ['contested'], to: 'completed' },
  lapse: { rule: 'S11', by: ['system'], from: ['to_post'], to: 'lapsed' },
  cancel: { rule: 'S11', by: ['buyer'], from: ['to_post'], to: 'cancelled' },
  // The whole price went back in another way, as by a chargeback.
  overtake: { rule: 'S11', by: ['system'], from: open, to: 'cancelled' },
};

/** The events that the one timer of a return may cause. */
export const returnDueEvents = [
  'remind',
  'lapse',
  'arrive',
  'lose',
  'accept_by_time',
  'pay_by_fund',
] as const;
export type ReturnDueEvent = (typeof returnDueEvents)[number];

/** What determines, besides the state, what a side may do with a return. */
export interface ReturnFacts {
  way: ReturnWay;
  /** A label of the site was made for it. */
  hasLabel: boolean;
}

/**
 * S11: why a side may not cause an event now although the state permits it; null when it may. A label that was made is
 * posted as its carrier reports.
 */
export function returnRefusal({ way, hasLabel }: ReturnFacts, event: ReturnEvent): string | null {
  if (event === 'post' && way === 'hand')
    return 'Esta devolução é feita em mãos. Avise por «Devolvi em mãos».';
  if (event === 'post' && hasLabel)
    return 'Esta devolução tem etiqueta do site: poste com ela, e a transportadora avisa a postagem.';
  if (event === 'hand_back' && way !== 'hand') return 'Esta devolução vai pelo correio.';
  return null;
}

/**
 * How a completed return ended: everything went back, a part by a decision of staff, or nothing; or the guarantee fund
 * refunded the buyer, because staff did not decide.
 */
export const returnOutcomes = ['full', 'partial', 'none', 'fund'] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];

/**
 * S15: whether a parcel of an ended return is where that end does not expect it: on its way although nothing is owed for
 * it, or not with the seller although everything was refunded.
 */
export function contradictsReturn(
  { state, outcome }: { state: ReturnState; outcome: ReturnOutcome | null },
  parcel: ShipmentState,
): boolean {
  if (state === 'lapsed' || state === 'cancelled') return parcel !== 'preparing' && parcel !== 'cancelled';
  return outcome === 'full' && (parcel === 'returned' || parcel === 'lost');
}

/** S11: from one day before its end on, a return that was not posted is reminded of once. */
export function returnReminderAt(openedAt: Date, postBy: Date): Date {
  const dayBefore = postBy.getTime() - 86_400_000;
  return new Date(Math.max(dayBefore, openedAt.getTime() + (postBy.getTime() - openedAt.getTime()) / 2));
}

/** A carrier may report a posting of the last day late, so that a label lapses a day after the end of its time. */
export function returnLapseAt(postBy: Date, way: ReturnWay): Date {
  return way === 'label' ? new Date(postBy.getTime() + 86_400_000) : postBy;
}

/**
 * N03: when the guarantee fund pays for a return that its seller contests, or whose parcel went back to the buyer. One that
 * was with staff before this rule gets a day at least.
 */
export function returnFundAt(contestedAt: Date, now: Date, { fundAfterMs }: { fundAfterMs: number }): Date {
  return new Date(Math.max(contestedAt.getTime() + fundAfterMs, now.getTime() + 86_400_000));
}
