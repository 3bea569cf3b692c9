import type { OrderState } from './orders.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** The conversation of an order (§4.17, F24): between its buyer and its seller, about the deal alone. */
export const messageLimits = {
  text: { at: 'conversations.text', unit: 'letters', max: 2_000, hard: { min: 100, max: 5_000 } },
  /** In one message. */
  files: { at: 'conversations.files', unit: 'files', max: 5, hard: { min: 1, max: 10 } },
  fileMegabytes: { at: 'conversations.fileMegabytes', unit: 'megabytes', max: 10, hard: { min: 1, max: 20 } },
} as const satisfies Record<string, Size>;

/** Letters of a file's name, and messages a list brings at once. */
export const messageShape = { fileName: 120, page: 50 } as const;

export const messageFileKinds = ['image', 'pdf', 'text'] as const;
export type MessageFileKind = (typeof messageFileKinds)[number];

/**
 * What became of a message with contact data in it: the first leaves `as_warned`, the second with the data taken out,
 * and from the third on each waits for the team (§4.14: warn, mask, hold).
 */
export const messageHandlings = ['as_written', 'as_warned', 'masked', 'held'] as const;
export type MessageHandling = (typeof messageHandlings)[number];

/** What the writer is told before such a message leaves. */
export const messageWarningKinds = ['contacts', 'secret'] as const;
export type MessageWarningKind = (typeof messageWarningKinds)[number];

/** Numbers of the order conversation; times in milliseconds. */
export interface ConversationRules {
  text: Pick<Bounds, 'max'>;
  files: Pick<Bounds, 'max'>;
  fileMegabytes: Pick<Bounds, 'max'>;
  /**
   * Writable for so long after delivery, or after the end of an order that was never delivered; never for less than
   * the warranty.
   */
  writableMs: number;
  /** So many messages with contact data in `contactsWindowMs`, and the next is masked, or held. */
  contactsBeforeMask: number;
  contactsBeforeHold: number;
  contactsWindowMs: number;
  /** Unread for so long, a message is worth a notice … */
  tellAfterMs: number;
  /** … and after one notice the order is quiet for so long. */
  quietMs: number;
  filesPerDay: number;
  fileMegabytesPerDay: number;
}

const minute = 60_000;
const day = 86_400_000;

export const defaultConversationRules: ConversationRules = {
  text: defaultBounds(messageLimits.text),
  files: defaultBounds(messageLimits.files),
  fileMegabytes: defaultBounds(messageLimits.fileMegabytes),
  writableMs: 7 * day,
  contactsBeforeMask: 1,
  contactsBeforeHold: 2,
  contactsWindowMs: 30 * day,
  tellAfterMs: 20_000,
  quietMs: 15 * minute,
  filesPerDay: 100,
  fileMegabytesPerDay: 200,
};

export const conversationStages = ['not_open', 'open', 'closed'] as const;
export type ConversationStage = (typeof conversationStages)[number];

export interface ConversationFacts {
  state: OrderState;
  paidAt: Date | null;
  deliveredAt: Date | null;
  closedAt: Date | null;
  warrantyDays: number;
}

/** Until when both may write; null while the deal has no end in sight. */
export function writableUntil(
  { state, deliveredAt, closedAt, warrantyDays }: ConversationFacts,
  { writableMs }: Pick<ConversationRules, 'writableMs'>,
): Date | null {
  if (state === 'in_complaint') return null;
  if (deliveredAt) return new Date(deliveredAt.getTime() + Math.max(writableMs, warrantyDays * day));
  return closedAt && new Date(closedAt.getTime() + writableMs);
}

/** The conversation opens with the payment (P03) and is read-only once the warranty is over. */
export function conversationStage(
  order: ConversationFacts,
  now: Date,
  rules: Pick<ConversationRules, 'writableMs'>,
): ConversationStage {
  if (order.paidAt === null) return 'not_open';
  const until = writableUntil(order, rules);
  return until !== null && until <= now ? 'closed' : 'open';
}

/**
 * @param cares what the filter said of the message (`message-cares.ts`)
 * @param earlier messages of this writer that held contact data, in the window of the rules
 */
export function messageHandling(
  cares: readonly MessageWarningKind[],
  earlier: number,
  rules: Pick<ConversationRules, 'contactsBeforeMask' | 'contactsBeforeHold'>,
): MessageHandling {
  if (!cares.includes('contacts')) return 'as_written';
  if (earlier >= rules.contactsBeforeHold) return 'held';
  return earlier >= rules.contactsBeforeMask ? 'masked' : 'as_warned';
}
