import * as z from 'zod/mini';
import { appealStates, appealWords } from '#domain/appeals/appeals.ts';
import { appealKindNames } from '#domain/appeals/kinds.ts';
import type { AppealKindName } from '#domain/appeals/kinds.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';

export const decisionKind = z.enum(appealKindNames as [AppealKindName, ...AppealKindName[]]);

/** The person's appeal against one decision (N04). */
export const appeal = z.object({
  id: z.int(),
  state: z.enum(appealStates),
  words: z.string(),
  createdAt: instant,
  /** Until when the team decides. */
  decideBy: instant,
  decidedAt: nullableInstant,
  /** Why it was decided so. */
  reason: z.nullable(z.string()),
  /** Of an overturned one: whether everything could be undone, and what could not. */
  undone: z.nullable(z.boolean()),
  remainder: z.nullable(z.string()),
});

/** A decision of staff about a person. */
export const decision = z.object({
  id: z.int(),
  kind: decisionKind,
  /** Its name in Portuguese, so that pages need no list of kinds. */
  label: z.string(),
  at: instant,
  /** What it is about: a listing's title, an order's code; null for the account itself. */
  thing: z.nullable(z.string()),
  /** The person's page of that thing. */
  path: z.nullable(z.string()),
  reason: z.string(),
  appealUntil: instant,
  canAppeal: z.boolean(),
  appeal: z.nullable(appeal),
});

const words = z
  .string('Conte por que a decisão está errada.')
  .check(
    z.trim(),
    z.minLength(
      appealWords.min,
      `Conte por que a decisão está errada, em ao menos ${appealWords.min} letras.`,
    ),
    z.maxLength(appealWords.max, `Use até ${appealWords.max} letras.`),
  );

export const decisionsPerPage = 30;

export const listOwnDecisions = endpoint({
  method: 'GET',
  path: '/decisions',
  auth: 'user',
  summary:
    'The decisions of staff about the caller with their reasons, and whether and until when each can be appealed (N04); newest first.',
  query: z.strictObject({ before: z.optional(idText) }),
  reply: z.object({
    items: z.array(decision),
    /** For `before`; null after the oldest. */
    next: z.nullable(z.int()),
    /** How long a decision can be appealed, and how long the team has to decide, in milliseconds. */
    windowMs: z.int(),
    decideMs: z.int(),
  }),
});

export const openAppeal = endpoint({
  method: 'POST',
  path: '/decisions/{id}/appeal',
  auth: 'user',
  summary: 'Appeals against a decision of staff, once and in time (N04); another person of the team decides.',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ words }),
  reply: appeal,
  errors: ['not_found', 'wrong_state'],
});

/** The key of the letter about a closed account, or of the refused sign-in. */
const key = z.string('Falta a chave do link.').check(z.maxLength(200, 'Este link não é válido.'));

const linkLimit = { max: 20, windowMs: 3_600_000, by: 'ip' } as const;

export const readLinkedDecision = endpoint({
  method: 'POST',
  path: '/public/linked-decisions',
  auth: 'public',
  summary:
    'The decision that closed an account, for its person, who cannot sign in any more, by the key of the link.',
  repeats: 'harmless',
  limit: linkLimit,
  body: z.strictObject({ key }),
  reply: decision,
  errors: ['not_found', 'too_many_requests'],
});

export const openLinkedAppeal = endpoint({
  method: 'POST',
  path: '/public/linked-appeals',
  auth: 'public',
  summary:
    'Appeals against the decision that closed an account, by the key of the link; a second one is refused.',
  repeats: 'harmless',
  limit: { ...linkLimit, as: 'POST /public/linked-decisions' },
  status: 201,
  body: z.strictObject({ key, words }),
  reply: appeal,
  errors: ['not_found', 'wrong_state', 'too_many_requests'],
});
