import type { Machine } from '#domain/machine.ts';

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

/** How it comes back: with a label of the site, posted at the buyer's own counter, or handed back in person. */
export const returnWays = ['label', 'own', 'hand'] as const;
export type ReturnWay = (typeof returnWays)[number];

export type ReturnActor = 'buyer' | 'seller' | 'staff' | 'system' | 'carrier';
export type ReturnEvent =
  | 'post'
  | 'hand_back'
  | 'refund_at_posting'
  | 'arrive'
  | 'accept'
  | 'accept_by_time'
  | 'contest'
  | 'decide'
  | 'lapse'
  | 'cancel'
  | 'overtake';

const open = ['to_post', 'posted', 'checking', 'contested'] as const;

/**
 * The return's states (S11). Opening it is not a transition, because there is no state before. Where the carrier of the
 * parcel is, its events say (`shipmentMachine`); they go on after the return is completed.
 */
export const returnMachine: Machine<ReturnEvent, ReturnState, ReturnActor> = {
  post: { rule: 'S11', by: ['buyer'], from: ['to_post'], to: 'posted' },
  hand_back: { rule: 'S11', by: ['buyer'], from: ['to_post'], to: 'checking' },
  // The carrier's first fact about a label of the site.
  refund_at_posting: { rule: 'S11', by: ['carrier'], from: ['to_post'], to: 'completed' },
  // Without tracking, the day on which it should have arrived has passed.
  arrive: { rule: 'S11', by: ['system'], from: ['posted'], to: 'checking' },
  accept: { rule: 'S11', by: ['seller'], from: ['to_post', 'posted', 'checking'], to: 'completed' },
  accept_by_time: { rule: 'S11', by: ['system'], from: ['checking'], to: 'completed' },
  contest: { rule: 'S11', by: ['seller'], from: ['posted', 'checking'], to: 'contested' },
  decide: { rule: 'S11', by: ['staff'], from: ['contested'], to: 'completed' },
  lapse: { rule: 'S11', by: ['system'], from: ['to_post'], to: 'lapsed' },
  cancel: { rule: 'S11', by: ['buyer'], from: ['to_post'], to: 'cancelled' },
  // The whole price went back in another way, as by a chargeback.
  overtake: { rule: 'S11', by: ['system'], from: open, to: 'cancelled' },
};

/** The events that the one timer of a return may cause. */
export const returnDueEvents = ['remind', 'lapse', 'arrive', 'accept_by_time'] as const;
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

/** How a completed return ended: everything went back, a part by a decision of staff, or nothing. */
export const returnOutcomes = ['full', 'partial', 'none'] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];

/** S11: from one day before its end on, a return that was not posted is reminded of once. */
export function returnReminderAt(openedAt: Date, postBy: Date): Date {
  const dayBefore = postBy.getTime() - 86_400_000;
  return new Date(Math.max(dayBefore, openedAt.getTime() + (postBy.getTime() - openedAt.getTime()) / 2));
}

/** A carrier may report a posting of the last day late, so that a label lapses a day after the end of its time. */
export function returnLapseAt(postBy: Date, way: ReturnWay): Date {
  return way === 'label' ? new Date(postBy.getTime() + 86_400_000) : postBy;
}
