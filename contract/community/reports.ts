import * as z from 'zod/mini';
import { reportReasons, reportStates, reportTargets } from '#domain/community/reports.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';
import { oneOrMore, onlyAdminReason, pageReply, queueQuery } from '#contract/staff/tables.ts';

/** A report as the person who made it sees it. */
const ownReport = z.object({
  protocol: z.string(),
  state: z.enum(reportStates),
  target: z.enum(reportTargets),
  reason: z.enum(reportReasons),
  text: z.string(),
  createdAt: instant,
  decidedAt: nullableInstant,
  /** The answer of staff. */
  note: z.nullable(z.string()),
});

export const createReport = endpoint({
  method: 'POST',
  path: '/reports',
  auth: 'user',
  summary:
    'Reports a listing, person, question, rating or message of an own order; returns the protocol number.',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    target: z.enum(reportTargets, 'Diga o que você quer denunciar.'),
    /** Id of the listing, question, rating or message, or the username. */
    id: z
      .string('Diga o que você quer denunciar.')
      .check(z.regex(/^[a-z0-9_]{1,20}$/i, 'Não encontramos o que você quer denunciar.')),
    reason: z.enum(reportReasons, 'Escolha o motivo.'),
    text: z.optional(z.string().check(z.trim(), z.maxLength(1000, 'Use até 1.000 letras.'))),
  }),
  reply: ownReport,
  errors: ['not_found', 'forbidden', 'email_not_verified', 'already_reported', 'too_many_requests'],
});

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/reports',
  auth: 'user',
  summary: 'The user’s own reports, newest first, with their outcomes.',
  reply: z.object({ items: z.array(ownReport) }),
});

const staffReport = z.object({
  id: z.int(),
  protocol: z.string(),
  state: z.enum(reportStates),
  target: z.object({
    kind: z.enum(reportTargets),
    id: z.int(),
    /** Title, username or the question's text. */
    words: z.string(),
    /** Where it can be seen; null when it has no page. */
    path: z.nullable(z.string()),
    owner: z.string(),
    /** For a message: it and the messages around it, oldest first. Empty for other targets. */
    around: z.array(z.object({ by: z.string(), text: z.string(), files: z.int(), reported: z.boolean() })),
  }),
  reason: z.enum(reportReasons),
  text: z.string(),
  reporter: z.string(),
  /** Open reports of the same thing from different people and networks. */
  independent: z.int(),
  /** Enough reports for priority review (L09). */
  flagged: z.boolean(),
  createdAt: instant,
  decidedAt: nullableInstant,
  decidedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Of dismissing it: that would put a listing of a risky category back on sale. */
  onlyAdminBecause: onlyAdminReason,
});

export const listReports = endpoint({
  method: 'GET',
  path: '/staff/reports',
  auth: 'staff',
  summary:
    'Reports for staff by state and page: flagged targets first, then the oldest; decided ones newest first.',
  query: queueQuery({ state: oneOrMore(reportStates) }),
  reply: z.object({
    ...pageReply(staffReport).shape,
    /** Counted to a thousand, as every tab is. */
    counts: z.object({ open: z.int(), decided: z.int() }),
  }),
});

export const decideReport = endpoint({
  method: 'POST',
  path: '/staff/reports/{id}/decision',
  auth: 'staff',
  summary: 'Decides all open reports of the same target; everybody who reported it is notified.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['uphold', 'dismiss'], 'Escolha uphold ou dismiss.'),
    note: z
      .string('Explique a decisão a quem denunciou.')
      .check(
        z.trim(),
        z.minLength(1, 'Explique a decisão a quem denunciou.'),
        z.maxLength(1000, 'Use até 1.000 letras.'),
      ),
  }),
  reply: z.object({ state: z.enum(reportStates), decided: z.int() }),
  errors: ['not_found', 'forbidden', 'own_decision', 'already_decided'],
});
