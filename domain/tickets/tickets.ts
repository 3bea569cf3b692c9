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

/** What a question is about, as the person chooses it. */
export const ticketCategories = ['payment', 'withdrawal', 'order', 'account', 'listing', 'other'] as const;
export type TicketCategory = (typeof ticketCategories)[number];

/** Where the team works on it. */
export const ticketQueues = ['money', 'orders', 'accounts', 'general'] as const;
export type TicketQueue = (typeof ticketQueues)[number];

/** The lower the sooner: money that is stuck, then complaints, accounts, and the rest (§4.11). */
export const ticketRoutes: Record<TicketCategory, { queue: TicketQueue; priority: 1 | 2 | 3 | 4 }> = {
  payment: { queue: 'money', priority: 1 },
  withdrawal: { queue: 'money', priority: 1 },
  order: { queue: 'orders', priority: 2 },
  account: { queue: 'accounts', priority: 3 },
  listing: { queue: 'general', priority: 4 },
  other: { queue: 'general', priority: 4 },
};

/** How a ticket was resolved; `no_reply` is what the timer writes. */
export const ticketResolutions = ['solved', 'informed', 'duplicate', 'not_possible', 'no_reply'] as const;
export type TicketResolution = (typeof ticketResolutions)[number];

/** Nobody is asked how they found an end that no work of the team brought. */
export function asksForRating(resolution: TicketResolution | null): boolean {
  return resolution !== null && resolution !== 'no_reply' && resolution !== 'duplicate';
}

/** What rings while a ticket waits. */
export type TicketTimer = 'warn' | 'lapse' | 'close';

export const ticketLimits = {
  text: { at: 'tickets.text', unit: 'letters', max: 4_000, hard: { min: 100, max: 8_000 } },
  files: { at: 'tickets.files', unit: 'files', max: 5, hard: { min: 1, max: 10 } },
  fileMegabytes: { at: 'tickets.fileMegabytes', unit: 'megabytes', max: 10, hard: { min: 1, max: 20 } },
  ratingComment: { at: 'tickets.ratingComment', unit: 'letters', max: 500, hard: { min: 1, max: 2_000 } },
} as const satisfies Record<string, Size>;

/** Letters of a ready answer and of its name, which the team writes for itself. */
export const macroLimits = { title: 60, text: 2_000 } as const;

/** Numbers of §4.11; times in milliseconds. */
export interface TicketRules extends ClockRules {
  text: Pick<Bounds, 'max'>;
  files: Pick<Bounds, 'max'>;
  fileMegabytes: Pick<Bounds, 'max'>;
  ratingComment: Pick<Bounds, 'max'>;
  /** Silence of the person after which they are warned, counted from the question of the team. */
  warnAfterMs: number;
  /** Silence after the warning, until the ticket counts as resolved. */
  warningMs: number;
  /** How long a resolved ticket may be taken up again. */
  reopenMs: number;
  /** After its resolution: when a person who has not rated it is asked to. */
  askRatingAfterMs: number;
  /** After its resolution: how long a rating may be given and changed. */
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

/** What a ready answer may name of the person and the ticket it is for. */
export const macroPlaceholders = ['nome', 'protocolo', 'pedido', 'atendente'] as const;
export type MacroPlaceholder = (typeof macroPlaceholders)[number];

const placeholder = /\{(\p{L}+)\}/gu;

/** Placeholders nobody can fill, as they were written: `{cpf}`. */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = macroPlaceholders;
  return [...text.matchAll(placeholder)].filter(([, name]) => !known.includes(name!)).map(([whole]) => whole);
}

/** The ready answer with its placeholders filled; one without a value stays, so that its writer sees it. */
export function fillMacro(text: string, values: Partial<Record<MacroPlaceholder, string>>): string {
  return text.replaceAll(placeholder, (whole, name: string) => values[name as MacroPlaceholder] ?? whole);
}
