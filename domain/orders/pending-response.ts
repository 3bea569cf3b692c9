import type { ComplaintState } from '#domain/complaints/complaints.ts';

/**
 * The response that one side of an order waits for, apart from the order's own deadlines: the answer to a cancellation
 * request (P14), the next event of a complaint (§4.9), the staff decision on a regret (P24), the next event of a return
 * (S11), or the examination of the payment by the payer's bank (P26) or by staff (§4.6).
 * `request` is a question of staff to this side; a `proposal` needs this side's answer, a `reply` the other side's. The
 * `team` decides until R07's limit, an `admin` from day fifteen on (R12). After a decision one losing side has appealed
 * and the other still may: its `rejoinder`, or the other's `second_appeal`; then both wait for the `judgement` (R09).
 */
export const pendingResponseKinds = [
  'cancellation',
  'regret',
  'return_posting',
  'return_transit',
  'return_check',
  'return_contest',
  'answer',
  'agreement',
  'proposal',
  'reply',
  'promise',
  'check',
  'request',
  'team',
  'admin',
  'appeal',
  'rejoinder',
  'second_appeal',
  'judgement',
  'bank',
  'analysis',
] as const;
export type PendingResponseKind = (typeof pendingResponseKinds)[number];

/** An open complaint from one side's view, with the deadline of each possible response. */
export interface OpenCase<Instant> {
  state: Exclude<ComplaintState, 'closed'>;
  /** The end of the current state, or the target time for ending it. */
  dueAt: Instant;
  /** When an undecided case is escalated to an admin; null when it was escalated or is not in mediation. */
  raiseAt: Instant | null;
  /** The deadline of an agreed or decided delivery; null without one. */
  promiseBy: Instant | null;
  fulfilled: boolean;
  /** The open proposal, if any. */
  proposal: { mine: boolean; until: Instant } | null;
  /** The deadline for this side's answer to the oldest open question of staff; null without one. */
  askedUntil: Instant | null;
  /** The side that may still appeal after the other has; null when neither may. */
  mayAppeal: 'mine' | 'other' | null;
}

export interface PendingResponse<Instant> {
  for: PendingResponseKind;
  until: Instant;
  /** When the consequence of a missed deadline happens, if later than the deadline. */
  afterwards?: Instant;
}

/** The response that an open complaint waits for, from one side's view, with its deadline (N12). */
export function complaintPendingResponse<Instant>(found: OpenCase<Instant>): PendingResponse<Instant> {
  const { state, dueAt, raiseAt, promiseBy, fulfilled, proposal, askedUntil, mayAppeal } = found;
  if (promiseBy !== null && !fulfilled && (state === 'negotiating' || state === 'decided'))
    return { for: 'promise', until: promiseBy };
  switch (state) {
    case 'open':
      return { for: 'answer', until: dueAt };
    case 'negotiating':
      if (proposal && !fulfilled) return { for: proposal.mine ? 'reply' : 'proposal', until: proposal.until };
      return { for: fulfilled ? 'check' : 'agreement', until: dueAt };
    case 'in_mediation':
      if (askedUntil !== null) return { for: 'request', until: askedUntil };
      return raiseAt === null
        ? { for: 'admin', until: dueAt }
        : { for: 'team', until: dueAt, afterwards: raiseAt };
    case 'decided':
      return { for: 'appeal', until: dueAt };
    case 'appealed':
      if (mayAppeal === null) return { for: 'judgement', until: dueAt };
      return { for: mayAppeal === 'mine' ? 'rejoinder' : 'second_appeal', until: dueAt };
  }
}

/** Progress labels that replace the state of an order in lists (design §1.7). */
export const orderProgressKinds = [
  'cancellation',
  'regret',
  'return',
  'analysis',
  'decided',
  'appealed',
  'refund',
] as const;
export type OrderProgress = (typeof orderProgressKinds)[number];
