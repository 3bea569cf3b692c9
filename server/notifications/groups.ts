import type { NoticeGroup } from '#domain/notifications/notices.ts';
import type { EventKind } from '#domain/events.ts';

/** The group of an event by the beginning of its kind; the longest match applies. */
const groups: readonly (readonly [beginning: string, group: NoticeGroup])[] = [
  ['account.', 'security'],
  ['staff.money_frozen', 'security'],
  ['staff.work_stuck', 'security'],
  ['staff.proposal_made', 'security'],
  ['staff.proposal_ended', 'security'],
  ['staff.looks_exceeded', 'security'],
  ['settlement.', 'money'],
  ['refund.', 'money'],
  ['withdrawal.', 'money'],
  ['payment.', 'money'],
  ['receipt.', 'money'],
  ['complaint.', 'complaints'],
  ['order.regret', 'complaints'],
  ['order.refunded', 'money'],
  ['order.partly_refunded', 'money'],
  ['order.', 'orders'],
  ['conversation.', 'messages'],
  ['message.', 'messages'],
  ['ticket.', 'support'],
  ['listing.', 'listings'],
  ['listing.week_over', 'statistics'],
  ['revision.', 'listings'],
  ['question.', 'questions'],
  ['rating.', 'ratings'],
  ['favorite.', 'social'],
  ['awaited.', 'awaited'],
  ['follow.', 'social'],
  ['report.', 'social'],
];

/** The group of notices of this kind, or null for kinds without notices. */
export function groupOf(kind: EventKind): NoticeGroup | null {
  const found = groups
    .filter(([beginning]) => kind.startsWith(beginning))
    .toSorted(([a], [b]) => b.length - a.length)[0];
  return found?.[1] ?? null;
}

/** Events that send a more detailed letter where they happen. */
const ownLetters = ['account.', 'order.regretted', 'rating.asked', 'rating.published', 'rating.replied'];

/** Exceptions without a letter of their own: results of a verification (§4.16), linked providers, changed texts. */
const mailedAnyway: readonly EventKind[] = [
  'account.identity_verified',
  'account.document_proven',
  'account.document_lost',
  'account.level_granted',
  'account.level_withdrawn',
  'account.identity_linked',
  'account.identity_unlinked',
  'account.text_announced',
];

/** Whether the notice itself is sent as a letter. */
export function isMailed(kind: EventKind): boolean {
  return mailedAnyway.includes(kind) || !ownLetters.some((beginning) => kind.startsWith(beginning));
}
