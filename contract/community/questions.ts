import * as z from 'zod/mini';
import { questionLimits, questionStates } from '#domain/community/questions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant, nullableInstant, pageNumber, requiredText } from '#contract/fields.ts';

const question = z.object({
  id: z.int(),
  /** `hidden` directly after asking: staff review it first. */
  state: z.enum(questionStates),
  text: z.string(),
  answer: z.nullable(z.string()),
  createdAt: instant,
  answeredAt: nullableInstant,
});

/** A question as its two people see it in their lists. */
const ownQuestion = z.extend(question, {
  /** Until when the answer can be mended; null when it cannot. */
  editableUntil: nullableInstant,
  /** Held for staff because of repeated contact data. */
  held: z.boolean(),
  /** Unanswered for seven days: only the two see it. */
  stale: z.boolean(),
  /** The other side: the asker, or the seller. */
  person: z.string(),
  /** The seller does not take this person's questions. */
  blocked: z.boolean(),
  listing: z.object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    cover: z.nullable(z.string()),
    /** Still has a page. */
    visible: z.boolean(),
  }),
});
export type OwnQuestion = z.infer<typeof ownQuestion>;

export const questionSides = ['received', 'asked'] as const;

/** Account lists have numbered pages of this many. */
export const questionsPerPage = 20;

export const listQuestions = endpoint({
  method: 'GET',
  path: '/questions',
  auth: 'user',
  summary: 'Questions that the user received or asked: pending ones first, the oldest on top.',
  query: z.strictObject({
    side: z.optional(z.enum(questionSides, 'Escolha received ou asked.')),
    page: pageNumber,
  }),
  reply: z.object({
    items: z.array(ownQuestion),
    total: z.int(),
    /** Of both sides, for the tabs. */
    waiting: z.object({ received: z.int(), asked: z.int() }),
  }),
});

const params = z.strictObject({ id: idText });

/** A question as everybody reads it on the listing's page. */
export const publicQuestion = z.object({
  id: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  createdAt: instant,
  answeredAt: nullableInstant,
});

export const listListingQuestions = endpoint({
  method: 'GET',
  path: '/public/listings/{slug}/questions',
  auth: 'public',
  mayUseReplica: true,
  summary: 'The questions of a listing, newest first, twenty a page, from a cursor on.',
  params: z.strictObject({ slug: z.string().check(z.maxLength(120)) }),
  query: z.strictObject({ before: idText }),
  reply: z.object({
    items: z.array(publicQuestion),
    /** For `before`; null after the oldest. */
    next: z.nullable(z.int()),
  }),
  errors: ['not_found'],
});

export const askQuestion = endpoint({
  method: 'POST',
  path: '/listings/{id}/questions',
  auth: 'user',
  standing: 'good',
  summary: 'Asks the seller something in public (§4.12).',
  idempotent: true,
  status: 201,
  params,
  body: z.strictObject({
    text: requiredText('Escreva sua pergunta.', questionLimits.text),
  }),
  sizes: { text: questionLimits.text },
  reply: question,
  errors: [
    'adults_only',
    'account_suspended',
    'not_found',
    'own_listing',
    'email_not_verified',
    'listing_unavailable',
    'questions_blocked',
    'too_many_requests',
  ],
});

export const answerQuestion = endpoint({
  method: 'PUT',
  path: '/questions/{id}/answer',
  auth: 'user',
  summary: 'The seller answers a question on an own listing, and may edit the answer for some minutes.',
  params,
  body: z.strictObject({
    answer: requiredText('Escreva a resposta.', questionLimits.answer),
  }),
  sizes: { answer: questionLimits.answer },
  reply: question,
  errors: ['not_found', 'wrong_state'],
});

export const withdrawQuestion = endpoint({
  method: 'DELETE',
  path: '/questions/{id}',
  auth: 'user',
  summary: 'The author withdraws a question before it is answered.',
  params,
  reply: emptyReply,
  errors: ['not_found', 'wrong_state'],
});

const person = z.strictObject({ username: z.string().check(z.maxLength(20)) });

export const listQuestionBlocks = endpoint({
  method: 'GET',
  path: '/question-blocks',
  auth: 'user',
  summary: 'The people whom the seller has blocked from asking questions.',
  reply: z.object({ items: z.array(z.object({ username: z.string(), since: instant })) }),
});

export const blockAsker = endpoint({
  method: 'PUT',
  path: '/question-blocks/{username}',
  auth: 'user',
  summary: 'Blocks the author of an earlier question from asking the seller again; has no other effect.',
  params: person,
  reply: emptyReply,
  errors: ['not_found'],
});

export const unblockAsker = endpoint({
  method: 'DELETE',
  path: '/question-blocks/{username}',
  auth: 'user',
  summary: 'Unblocks a person.',
  params: person,
  reply: emptyReply,
});

export const listHeldQuestions = endpoint({
  method: 'GET',
  path: '/staff/questions',
  auth: 'staff',
  summary: 'Questions held by the content filter, oldest first.',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        text: z.string(),
        asker: z.string(),
        seller: z.string(),
        listing: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
        createdAt: instant,
      }),
    ),
  }),
});

export const setQuestionVisibility = endpoint({
  method: 'PUT',
  path: '/staff/questions/{id}/visibility',
  auth: 'staff',
  summary: 'Staff hide a question, or show one that was hidden or held.',
  params,
  body: z.strictObject({ visible: z.boolean('Diga se a pergunta aparece.') }),
  reply: z.object({ id: z.int(), state: z.enum(questionStates) }),
  errors: ['not_found', 'wrong_state', 'own_decision'],
});
