import type { Machine } from '#domain/machine.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** States of a question (`pergunta`), §4.12. */
export const questionStates = ['pending', 'answered', 'hidden', 'withdrawn', 'closed'] as const;
export type QuestionState = (typeof questionStates)[number];
export type QuestionActor = 'asker' | 'seller' | 'staff' | 'system';
export type QuestionEvent = 'answer' | 'withdraw' | 'hide' | 'show' | 'show_answered' | 'close' | 'forget';

export const questionMachine: Machine<QuestionEvent, QuestionState, QuestionActor> = {
  answer: { rule: '§4.12', by: ['seller'], from: ['pending'], to: 'answered' },
  withdraw: { rule: '§4.12', by: ['asker'], from: ['pending', 'hidden'], to: 'withdrawn' },
  hide: { rule: '§4.12', by: ['staff'], from: ['pending', 'answered'], to: 'hidden' },
  show: { rule: '§4.12', by: ['staff'], from: ['hidden'], to: 'pending' },
  show_answered: { rule: '§4.12', by: ['staff'], from: ['hidden'], to: 'answered' },
  close: { rule: '§4.12', by: ['system'], from: ['pending', 'hidden'], to: 'closed' },
  // The asker closed their account.
  forget: { rule: '§4.17', by: ['system'], from: ['pending', 'hidden', 'closed'], to: 'withdrawn' },
};

export const questionLimits = {
  text: { at: 'questions.text', unit: 'letters', min: 10, max: 500, hard: { min: 1, max: 2_000 } },
  answer: { at: 'questions.answer', unit: 'letters', max: 1_000, hard: { min: 1, max: 4_000 } },
} as const satisfies Record<string, Size>;

/** Numbers of §4.12; times in milliseconds. */
export interface QuestionRules {
  text: Bounds;
  answer: Pick<Bounds, 'max'>;
  maxOpenPerListing: number;
  maxPerDay: number;
  answerEditMs: number;
  /** A question unanswered for this long is hidden from the public. */
  publicMs: number;
  /** After this many questions with contact data within `contactsWindowMs`, the next one is held for staff. */
  contactsBeforeHold: number;
  contactsWindowMs: number;
}

const minute = 60_000;
const day = 86_400_000;

export const defaultQuestionRules: QuestionRules = {
  text: defaultBounds(questionLimits.text),
  answer: defaultBounds(questionLimits.answer),
  maxOpenPerListing: 3,
  maxPerDay: 10,
  answerEditMs: 15 * minute,
  publicMs: 7 * day,
  contactsBeforeHold: 2,
  contactsWindowMs: 30 * day,
};
