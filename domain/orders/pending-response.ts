import type { ComplaintState } from '#domain/complaints/complaints.ts';

/**
 * What one side of an order waits for besides the order's own clock: an answer to the buyer's wish to cancel (P14), the
 * next move in the complaint about it (§4.9), the team's word on a regret (P24), or whoever looks at the payment: the payer's bank (P26) or the team (§4.6).
 * `request` is the team's question to this side; a `proposal` waits for this side's word, a `reply` for the other's. The
 * `team` decides until R07's limit, an `admin` from day fifteen on (R12). After a decision one side that lost has appealed
 * and the other still may: its `rejoinder`, or the other's `second_appeal`; then both wait for the `judgement` (R09).
 */
export const pendingResponseKinds = [
  'cancellation',
  'regret',
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

/** An open complaint as one side has it; the times are the instants that each wait would have. */
export interface OpenCase<Instant> {
  state: Exclude<ComplaintState, 'closed'>;
  /** The end of the present state, or when whoever has to end it should have. */
  dueAt: Instant;
  /** When a case that the team has not decided becomes an admin's; null where it has, or where none is decided. */
  raiseAt: Instant | null;
  /** When what was agreed or decided has to be there; null when nothing was promised. */
  promiseBy: Instant | null;
  fulfilled: boolean;
  /** What somebody proposed and nobody answered yet. */
  proposal: { mine: boolean; until: Instant } | null;
  /** Until when this side answers the team's oldest open question; null when it was asked nothing. */
  askedUntil: Instant | null;
  /** Who may still appeal after the other has; null when nobody may. */
  mayAppeal: 'mine' | 'other' | null;
}

export interface PendingResponse<Instant> {
  for: PendingResponseKind;
  until: Instant;
  /** When what follows the end happens, where that is later than the end. */
  afterwards?: Instant;
}

/** What an open complaint waits for, in the eyes of one side, and until when (N12). */
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

/** What is under way in an order and is said of it instead of its state (design §1.7). */
export const orderProgressKinds = [
  'cancellation',
  'regret',
  'analysis',
  'decided',
  'appealed',
  'refund',
] as const;
export type OrderProgress = (typeof orderProgressKinds)[number];
