import * as z from 'zod/mini';
import { appealReason } from '#domain/appeals/appeals.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant } from '#contract/fields.ts';
import { appeal, decisionKind } from './appeals.ts';

const facts = z.nullable(z.record(z.string(), z.unknown()));

export const listAppeals = endpoint({
  method: 'GET',
  path: '/staff/appeals',
  auth: 'staff',
  summary:
    'Open appeals that the caller may decide (N04): overdue ones first, then the oldest, at most a hundred. What the caller decided is not among them.',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        kind: decisionKind,
        /** Its name in Portuguese. */
        label: z.string(),
        /** The person's username, and the page of the subject in the dashboard. */
        person: z.string(),
        thing: z.nullable(z.string()),
        path: z.nullable(z.string()),
        decidedAt: instant,
        deciders: z.array(z.string()),
        /** The original reason and what the decision changed. */
        reason: z.string(),
        before: facts,
        after: facts,
        words: z.string(),
        createdAt: instant,
        decideBy: instant,
        overdue: z.boolean(),
      }),
    ),
  }),
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/staff/appeals/{id}/decision',
  auth: 'staff',
  summary:
    'Decides an appeal, never one against an own decision (N04). An overturned decision is undone at once; what cannot be undone is said in the reply.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['uphold', 'overturn'], 'Escolha manter ou desfazer a decisão.'),
    reason: z
      .string('Escreva o motivo.')
      .check(
        z.trim(),
        z.minLength(appealReason.min, `Escreva o motivo em ao menos ${appealReason.min} letras.`),
        z.maxLength(appealReason.max, `Use até ${appealReason.max} letras.`),
      ),
  }),
  reply: appeal,
  errors: ['not_found', 'forbidden', 'own_decision', 'already_decided', 'wrong_state'],
});
