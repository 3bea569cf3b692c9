import { mayAppeal, paidInFull } from './outcomes.ts';
import type { ComplaintResult } from './outcomes.ts';
import type { ComplaintRules } from './rules.ts';
import { answerTimer, escalatableAt, stateAfter } from './complaints.ts';
import type { ComplaintEvent, ComplaintReason, ComplaintSide, ComplaintState } from './complaints.ts';

/** The facts of a case that determine the events a side may cause. */
export interface CaseFacts {
  state: ComplaintState;
  reason: ComplaintReason;
  openedAt: Date;
  now: Date;
  /** The time by which deadlines end: it stands still during an incident of ours (N14). */
  deadlineNow: Date;
  /** An agreed or decided delivery that takes time. */
  promise: { fulfilledAt: Date | null } | null;
  result: ComplaintResult | null;
  refundCents: number;
  paidCents: number;
  appealsEndAt: Date | null;
  appealed: readonly ComplaintSide[];
  waived: readonly ComplaintSide[];
  /** How many files the side has sent. */
  files: number;
  /** Whether a proposal of the other side, or a question of staff, awaits this side's answer. */
  isProposed: boolean;
  isAsked: boolean;
}

const sharedEvents: readonly ComplaintEvent[] = [
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

/** Every event a side can cause, in display order. */
const eventsBySide: Record<ComplaintSide, readonly ComplaintEvent[]> = {
  buyer: ['confirm_promise', ...sharedEvents, 'withdraw'],
  seller: ['answer', 'fulfil', ...sharedEvents],
};

/** `absent`: the event does not apply to this case; a date: it is not allowed before. */
export type ComplaintEventRefusal = 'absent' | 'agreement_runs' | 'files_sent' | Date;

/** Exactly the events that a call of this side can cause now; buttons, commands and refusals read this. */
export function allowedComplaintEvents(
  facts: CaseFacts,
  side: ComplaintSide,
  rules: ComplaintRules,
): ComplaintEvent[] {
  return eventsBySide[side].filter((event) => complaintEventRefusal(facts, side, event, rules) === null);
}

/** Why a side may not cause this event now; null when it may. */
export function complaintEventRefusal(
  facts: CaseFacts,
  side: ComplaintSide,
  event: ComplaintEvent,
  rules: ComplaintRules,
): ComplaintEventRefusal | null {
  const { state, promise, openedAt, now } = facts;
  if ('refusal' in stateAfter(event, state, side)) return 'absent';
  switch (event) {
    case 'answer':
      // The job that decides for the buyer may not have run yet.
      return presentIf(answerTimer(openedAt, 2, rules).at > now);
    case 'accept':
    case 'refuse':
      return presentIf(facts.isProposed);
    case 'answer_request':
      return presentIf(facts.isAsked);
    case 'confirm_promise':
      return presentIf(promise !== null);
    case 'fulfil':
      return presentIf(mayFulfil(facts));
    case 'propose':
      return presentIf(promise === null);
    case 'escalate':
      return escalationRefusal(facts, side, rules);
    case 'add_file':
      return facts.files < rules.files.max ? null : 'files_sent';
    case 'appeal':
      return presentIf(appealableSides(facts).includes(side));
    case 'concede':
      return presentIf(
        state === 'decided' && appealableSides(facts).includes(side) && appealableSides(facts).length === 1,
      );
    case 'waive':
      return presentIf(
        appealableSides(facts).includes(side) && (appealableSides(facts).length > 1 || state === 'appealed'),
      );
    case 'withdraw':
      return presentIf(!paidInFull(facts));
    default:
      return null;
  }
}

const presentIf = (holds: boolean): ComplaintEventRefusal | null => (holds ? null : 'absent');

/** A broken agreement ends in a decision; after a decision, only a replacement may still be delivered. */
function mayFulfil({ promise, state, result }: CaseFacts): boolean {
  return promise !== null && !promise.fulfilledAt && (state !== 'decided' || result === 'replacement');
}

function escalationRefusal(
  { now, ...facts }: CaseFacts,
  side: ComplaintSide,
  rules: ComplaintRules,
): ComplaintEventRefusal | null {
  const from = escalatableAt({ ...facts, side }, rules);
  if (!from) return 'agreement_runs';
  return from <= now ? null : from;
}

/** R08: the sides that may appeal now. */
function appealableSides({
  result,
  appealed,
  waived,
  appealsEndAt,
  deadlineNow,
}: CaseFacts): readonly ComplaintSide[] {
  if (!result || !appealsEndAt || appealsEndAt <= deadlineNow) return [];
  return mayAppeal(result, { appealed, waived });
}
