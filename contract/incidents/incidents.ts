import * as z from 'zod/mini';
import { incidentWords } from '#domain/incidents/rules.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, instantInput, nullableInstant, singleLine } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/reason.ts';

/** What everyone may know of a declared outage of ours (N14). */
export const publicIncident = z.object({
  startsAt: instant,
  /** Null while it lasts. */
  endsAt: nullableInstant,
  words: z.string(),
  /** Every deadline that ran meanwhile has been moved. */
  applied: z.boolean(),
});

const incident = z.extend(publicIncident, {
  id: z.int(),
  reason: z.string(),
  /** Null where the server declared it after its own silence. */
  declaredBy: z.nullable(z.string()),
  declaredAt: instant,
  endedBy: z.nullable(z.string()),
});

const time = (ask: string) =>
  z.pipe(
    instantInput(ask),
    z.transform((text: string) => new Date(text)),
  );

export const listIncidents = endpoint({
  method: 'GET',
  path: '/public/incidents',
  auth: 'public',
  mayUseReplica: true,
  summary: 'The declared outages of the past year, newest first (N14).',
  reply: z.object({ items: z.array(publicIncident) }),
});

export const listStaffIncidents = endpoint({
  method: 'GET',
  path: '/staff/incidents',
  auth: 'staff',
  summary: 'The newest hundred declared outages, and what may be declared now.',
  reply: z.object({
    items: z.array(incident),
    /** The earliest start that may be declared. */
    earliestStart: instant,
    mayDeclare: z.boolean(),
  }),
});

export const declareIncident = endpoint({
  method: 'POST',
  path: '/staff/incidents',
  auth: 'staff',
  summary:
    'Declares an outage of ours (N14): while it lasts no deadline ends, and its end moves those that ran meanwhile by exactly what they had in common.',
  idempotent: true,
  body: z.strictObject({
    startsAt: time('Informe o início.'),
    /** Of an outage that is over. */
    endsAt: z.optional(time('Informe o fim, ou deixe em branco enquanto durar.')),
    words: z
      .string('Escreva o que todos vão ler.')
      .check(
        singleLine,
        z.minLength(incidentWords.min, 'Escreva o que todos vão ler em uma frase.'),
        z.maxLength(incidentWords.max, `Use até ${incidentWords.max} letras.`),
      ),
    reason: staffReason,
  }),
  reply: incident,
  errors: ['forbidden', 'invalid_request', 'wrong_state'],
});

export const endIncident = endpoint({
  method: 'POST',
  path: '/staff/incidents/{id}/end',
  auth: 'staff',
  summary: 'Ends a declared outage now. The deadlines are moved within seconds.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  reply: incident,
  errors: ['not_found', 'forbidden', 'wrong_state'],
});
