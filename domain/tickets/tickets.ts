import type { Machine } from '#domain/machine.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';
import { defaultClockRules } from './clocks.ts';
import type { ClockRules } from './clocks.ts';

/** States of a support ticket (`atendimento`), §4.11. */
export const ticketStates = ['open', 'in_progress', 'waiting_user', 'resolved', 'closed'] as const;
export type TicketState = (typeof ticketStates)[number];
export type TicketActor = 'user' | 'staff' | 'system';
export type TicketEvent =
  | 'take'
  | 'ask'
  | 'resume'
  | 'answer'
  | 'resolve'
  | 'lapse'
  | 'reopen'
  | 'confirm'
  | 'close'
  | 'merge';

export const ticketMachine: Machine<TicketEvent, TicketState, TicketActor> = {
  take: { rule: '§4.11', by: ['staff'], from: ['open'], to: 'in_progress' },
  ask: { rule: '§4.11', by: ['staff'], from: ['in_progress'], to: 'waiting_user' },
  resume: { rule: '§4.11', by: ['staff'], from: ['waiting_user'], to: 'in_progress' },
  answer: { rule: '§4.11', by: ['user'], from: ['waiting_user'], to: 'in_progress' },
  resolve: { rule: '§4.11', by: ['staff'], from: ['in_progress', 'waiting_user'], to: 'resolved' },
  lapse: { rule: '§4.11', by: ['system'], from: ['waiting_user'], to: 'resolved' },
  reopen: { rule: '§4.11', by: ['user'], from: ['resolved'], to: 'in_progress' },
  confirm: { rule: '§4.11', by: ['user'], from: ['resolved'], to: 'closed' },
  close: { rule: '§4.11', by: ['system'], from: ['resolved'], to: 'closed' },
  merge: { rule: '§4.11', by: ['staff'], from: ['open', 'in_progress', 'waiting_user'], to: 'closed' },
};

/** Ticket categories that a person chooses. */
export const ticketCategories = ['payment', 'withdrawal', 'order', 'account', 'listing', 'other'] as const;
export type TicketCategory = (typeof ticketCategories)[number];

/** The staff queues of tickets. */
export const ticketQueues = ['money', 'orders', 'accounts', 'general'] as const;
export type TicketQueue = (typeof ticketQueues)[number];

/** The queue and priority of each category; lower numbers first: money, then orders, accounts, and the rest (§4.11). */
export const ticketRoutes: Record<TicketCategory, { queue: TicketQueue; priority: 1 | 2 | 3 | 4 }> = {
  payment: { queue: 'money', priority: 1 },
  withdrawal: { queue: 'money', priority: 1 },
  order: { queue: 'orders', priority: 2 },
  account: { queue: 'accounts', priority: 3 },
  listing: { queue: 'general', priority: 4 },
  other: { queue: 'general', priority: 4 },
};

/** How a ticket was resolved; the timer sets `no_reply`. */
export const ticketResolutions = ['solved', 'informed', 'duplicate', 'not_possible', 'no_reply'] as const;
export type TicketResolution = (typeof ticketResolutions)[number];

/** Whether the person is asked to rate a resolution; not when staff did not work for it. */
export function asksForRating(resolution: TicketResolution | null): boolean {
  return resolution !== null && resolution !== 'no_reply' && resolution !== 'duplicate';
}

/** The timers of a waiting ticket. */
export type TicketTimer = 'warn' | 'lapse' | 'close';

export const ticketLimits = {
  text: { at: 'tickets.text', unit: 'letters', max: 4_000, hard: { min: 100, max: 8_000 } },
  files: { at: 'tickets.files', unit: 'files', max: 5, hard: { min: 1, max: 10 } },
  fileMegabytes: { at: 'tickets.fileMegabytes', unit: 'megabytes', max: 10, hard: { min: 1, max: 20 } },
  ratingComment: { at: 'tickets.ratingComment', unit: 'letters', max: 500, hard: { min: 1, max: 2_000 } },
} as const satisfies Record<string, Size>;

/** Lengths of a macro and of its title. */
export const macroLimits = { title: 60, text: 2_000 } as const;

/** Numbers of §4.11; times in milliseconds. */
export interface TicketRules extends ClockRules {
  text: Pick<Bounds, 'max'>;
  files: Pick<Bounds, 'max'>;
  fileMegabytes: Pick<Bounds, 'max'>;
  ratingComment: Pick<Bounds, 'max'>;
  /** The silence of the person until a warning, counted from the question of staff. */
  warnAfterMs: number;
  /** The silence after the warning until the ticket is resolved. */
  warningMs: number;
  /** How long a resolved ticket may be reopened. */
  reopenMs: number;
  /** The time after the resolution until a person is asked for a missing rating. */
  askRatingAfterMs: number;
  /** The time after the resolution within which a rating may be given and changed. */
  rateMs: number;
  maxOpen: number;
  maxFilesPerDay: number;
  maxFileMegabytesPerDay: number;
}

const hour = 3_600_000;

export const defaultTicketRules: TicketRules = {
  ...defaultClockRules,
  text: defaultBounds(ticketLimits.text),
  files: defaultBounds(ticketLimits.files),
  fileMegabytes: defaultBounds(ticketLimits.fileMegabytes),
  ratingComment: defaultBounds(ticketLimits.ratingComment),
  warnAfterMs: 48 * hour,
  warningMs: 24 * hour,
  reopenMs: 7 * 24 * hour,
  askRatingAfterMs: 24 * hour,
  rateMs: 7 * 24 * hour,
  maxOpen: 10,
  maxFilesPerDay: 100,
  maxFileMegabytesPerDay: 200,
};

/** Placeholders of a macro for the person and the ticket. */
export const macroPlaceholders = ['nome', 'protocolo', 'pedido', 'atendente'] as const;
export type MacroPlaceholder = (typeof macroPlaceholders)[number];

const placeholder = /\{(\p{L}+)\}/gu;

/** The unknown placeholders of a macro, as they were written: `{cpf}`. */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = macroPlaceholders;
  return [...text.matchAll(placeholder)].filter(([, name]) => !known.includes(name!)).map(([whole]) => whole);
}

/** The macro with its placeholders filled in; one without a value stays visible to the author. */
export function fillMacro(text: string, values: Partial<Record<MacroPlaceholder, string>>): string {
  return text.replaceAll(placeholder, (whole, name: string) => values[name as MacroPlaceholder] ?? whole);
}
