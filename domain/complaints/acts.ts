import { mayAppeal, paidInFull } from './outcomes.ts';
import type { ComplaintResult } from './outcomes.ts';
import type { ComplaintRules } from './rules.ts';
import { answerTimer, escalatableAt, stateAfter } from './complaints.ts';
import type { ComplaintEvent, ComplaintReason, ComplaintSide, ComplaintState } from './complaints.ts';

/** What of a case decides on what a side may do. */
export interface CaseFacts {
  state: ComplaintState;
  reason: ComplaintReason;
  openedAt: Date;
  now: Date;
  /** What was agreed, or decided, and takes time. */
  promise: { fulfilledAt: Date | null } | null;
  result: ComplaintResult | null;
  refundCents: number;
  paidCents: number;
  appealsEndAt: Date | null;
  appealed: readonly ComplaintSide[];
  waived: readonly ComplaintSide[];
  /** How many files the side has sent. */
  files: number;
  /** Whether the other side's proposal, or the team's question, waits for this side. */
  isProposed: boolean;
  isAsked: boolean;
}

const ofEitherSide: readonly ComplaintEvent[] = [
  'accept',
  'refuse',
  'propose',
  'escalate',
  'add_file',
  'answer_request',
  'appeal',
  'concede',
  'waive',
];

/** Everything a side ever does, in the order it is offered. */
const acts: Record<ComplaintSide, readonly ComplaintEvent[]> = {
  buyer: ['confirm_promise', ...ofEitherSide, 'withdraw'],
  seller: ['answer', 'fulfil', ...ofEitherSide],
};

/** `absent`: it means nothing in this case; a date: not before. */
export type ActRefusal = 'absent' | 'agreement_runs' | 'files_sent' | Date;

/** Exactly what the next call of this side would be taken for: buttons, commands and refusals read this. */
export function possibleActs(facts: CaseFacts, side: ComplaintSide, rules: ComplaintRules): ComplaintEvent[] {
  return acts[side].filter((event) => actRefusal(facts, side, event, rules) === null);
}

/** Why a side may not do this now; null when it may. */
export function actRefusal(
  facts: CaseFacts,
  side: ComplaintSide,
  event: ComplaintEvent,
  rules: ComplaintRules,
): ActRefusal | null {
  const { state, promise, openedAt, now } = facts;
  if ('refusal' in stateAfter(event, state, side)) return 'absent';
  switch (event) {
    case 'answer':
      // The sweep that decides for the buyer may still be on its way.
      return only(answerTimer(openedAt, 2, rules).at > now);
    case 'accept':
    case 'refuse':
      return only(facts.isProposed);
    case 'answer_request':
      return only(facts.isAsked);
    case 'confirm_promise':
      return only(promise !== null);
    case 'fulfil':
      return only(mayFulfil(facts));
    case 'propose':
      return only(promise === null);
    case 'escalate':
      return escalationRefusal(facts, side, rules);
    case 'add_file':
      return facts.files < rules.files.max ? null : 'files_sent';
    case 'appeal':
      return only(openTo(facts).includes(side));
    case 'concede':
      return only(state === 'decided' && openTo(facts).includes(side) && openTo(facts).length === 1);
    case 'waive':
      return only(openTo(facts).includes(side) && (openTo(facts).length > 1 || state === 'appealed'));
    case 'withdraw':
      return only(!paidInFull(facts));
    default:
      return null;
  }
}

const only = (holds: boolean): ActRefusal | null => (holds ? null : 'absent');

/** A broken agreement is decided by that; what was decided as another unit may still be delivered. */
function mayFulfil({ promise, state, result }: CaseFacts): boolean {
  return promise !== null && !promise.fulfilledAt && (state !== 'decided' || result === 'replacement');
}

function escalationRefusal(
  { now, ...facts }: CaseFacts,
  side: ComplaintSide,
  rules: ComplaintRules,
): ActRefusal | null {
  const from = escalatableAt({ ...facts, side }, rules);
  if (!from) return 'agreement_runs';
  return from <= now ? null : from;
}

/** R08: the sides that may appeal now. */
function openTo({ result, appealed, waived, appealsEndAt, now }: CaseFacts): readonly ComplaintSide[] {
  if (!result || !appealsEndAt || appealsEndAt <= now) return [];
  return mayAppeal(result, { appealed, waived });
}
