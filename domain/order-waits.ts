import type { ComplaintState } from './complaints.ts';

/**
 * What one side of an order waits for besides the order's own clock: an answer to the buyer's wish to cancel (P14), the
 * next move in the complaint about it (product §4.9), the team's word on a regret (P24), or whoever looks at the payment: the payer's bank (P26) or the team (§4.6).
 * `request` is the team's question to this side; a `proposal` waits for this side's word, a `reply` for the other's.
 */
export const orderWaits = [
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
  'appeal',
  'bank',
  'analysis',
] as const;
export type OrderWaitFor = (typeof orderWaits)[number];

/** An open complaint as one side has it; the times are the instants that each wait would have. */
export interface OpenCase<Instant> {
  state: Exclude<ComplaintState, 'closed'>;
  /** The end of the present state. */
  dueAt: Instant | null;
  /** When what was agreed or decided has to be there; null when nothing was promised. */
  promiseBy: Instant | null;
  fulfilled: boolean;
  /** What somebody proposed and nobody answered yet. */
  proposal: { mine: boolean; until: Instant } | null;
  /** Until when this side answers the team's oldest open question; null when it was asked nothing. */
  askedUntil: Instant | null;
}

/** What an open complaint waits for, in the eyes of one side, and until when. */
export function caseWait<Instant>(found: OpenCase<Instant>): { for: OrderWaitFor; until: Instant | null } {
  const { state, dueAt, promiseBy, fulfilled, proposal, askedUntil } = found;
  if (promiseBy !== null && !fulfilled && (state === 'negotiating' || state === 'decided'))
    return { for: 'promise', until: promiseBy };
  switch (state) {
    case 'open':
      return { for: 'answer', until: dueAt };
    case 'negotiating':
      if (proposal && !fulfilled) return { for: proposal.mine ? 'reply' : 'proposal', until: proposal.until };
      return { for: fulfilled ? 'check' : 'agreement', until: dueAt };
    case 'in_mediation':
      return askedUntil === null ? { for: 'team', until: null } : { for: 'request', until: askedUntil };
    case 'decided':
      return { for: 'appeal', until: dueAt };
    case 'appealed':
      return { for: 'team', until: null };
  }
}
