import type { Machine } from '#domain/machine.ts';

/** What can be reported (F14). */
export const reportTargets = ['listing', 'user', 'question', 'rating', 'message'] as const;
export type ReportTarget = (typeof reportTargets)[number];

/** Why; the product words are in `web/labels.ts`. */
export const reportReasons = [
  'fraud',
  'forbidden_item',
  'counterfeit',
  'outside_deal',
  'offensive',
  'personal_data',
  'impersonation',
  'spam',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The reasons offered for each kind of target, in display order. */
export const reasonsFor: Record<ReportTarget, readonly ReportReason[]> = {
  listing: ['fraud', 'forbidden_item', 'counterfeit', 'outside_deal', 'offensive', 'spam', 'other'],
  user: ['fraud', 'impersonation', 'outside_deal', 'offensive', 'spam', 'other'],
  question: ['offensive', 'outside_deal', 'personal_data', 'spam', 'fraud', 'other'],
  // The only reasons for removing a rating (§4.12): a low grade is not one.
  rating: ['offensive', 'personal_data', 'outside_deal', 'spam'],
  message: ['offensive', 'fraud', 'outside_deal', 'personal_data', 'spam', 'other'],
};

export const reportStates = ['open', 'upheld', 'dismissed'] as const;
export type ReportState = (typeof reportStates)[number];
export type ReportEvent = 'uphold' | 'dismiss';

export const reportMachine: Machine<ReportEvent, ReportState, 'staff'> = {
  uphold: { rule: 'F14', by: ['staff'], from: ['open'], to: 'upheld' },
  dismiss: { rule: 'F14', by: ['staff'], from: ['open'], to: 'dismissed' },
};

export interface ReportRules {
  maxPerDay: number;
  /** Independent reports that suspend a listing until staff checked it (L09). */
  toCheckListing: number;
}

export const defaultReportRules: ReportRules = { maxPerDay: 20, toCheckListing: 3 };

/** Characters of a protocol number, without easily confused ones (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A protocol number such as `D-7K3F-9Q2M` from eight random bytes, easy to read out on the phone.
 * @param letter initial of the kind: D for a report (`denúncia`), A for a support ticket (`atendimento`)
 */
export function protocolOf(bytes: readonly number[], letter: 'D' | 'A' = 'D'): string {
  const text = bytes
    .slice(0, 8)
    .map((byte) => letters[byte % 32])
    .join('');
  return `${letter}-${text.slice(0, 4)}-${text.slice(4)}`;
}
