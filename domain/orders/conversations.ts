import type { OrderState } from './orders.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** Size limits of the conversation between buyer and seller of an order (§4.17, F24). */
export const messageLimits = {
  text: { at: 'conversations.text', unit: 'letters', max: 2_000, hard: { min: 100, max: 5_000 } },
  /** Files per message. */
  files: { at: 'conversations.files', unit: 'files', max: 5, hard: { min: 1, max: 10 } },
  fileMegabytes: { at: 'conversations.fileMegabytes', unit: 'megabytes', max: 10, hard: { min: 1, max: 20 } },
} as const satisfies Record<string, Size>;

/** The maximum length of a file name, and the page size of a list of messages. */
export const messageShape = { fileName: 120, page: 50 } as const;

export const messageFileKinds = ['image', 'pdf', 'text'] as const;
export type MessageFileKind = (typeof messageFileKinds)[number];

/**
 * How a message with contact data is handled: the first is sent `as_warned`, the second is masked, and from the third
 * on each is held for staff (§4.14: warn, mask, hold).
 */
export const messageHandlings = ['as_written', 'as_warned', 'masked', 'held'] as const;
export type MessageHandling = (typeof messageHandlings)[number];

/** Warnings that the author must confirm before a message is sent. */
export const messageWarningKinds = ['contacts', 'secret'] as const;
export type MessageWarningKind = (typeof messageWarningKinds)[number];

/** Numbers of the order conversation; times in milliseconds. */
export interface ConversationRules {
  text: Pick<Bounds, 'max'>;
  files: Pick<Bounds, 'max'>;
  fileMegabytes: Pick<Bounds, 'max'>;
  /**
   * How long messages may be written after delivery, or after the end of an undelivered order; at least as long as the
   * warranty.
   */
  writableMs: number;
  /** After this many messages with contact data within `contactsWindowMs`, the next is masked, or held. */
  contactsBeforeMask: number;
  contactsBeforeHold: number;
  contactsWindowMs: number;
  /** How long a message stays unread until a notice is sent. */
  tellAfterMs: number;
  /** The minimum time between two notices about one order. */
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

/** Until when both sides may write; null while the order has no foreseeable end. */
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
 * How a message is handled.
 * @param cares warnings of the filter about the message (`message-warnings.ts`)
 * @param earlier number of earlier messages of this author with contact data within the window of the rules
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
