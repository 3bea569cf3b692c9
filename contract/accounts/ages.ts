import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant, singleLine } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/reason.ts';

const bornOn = z
  .string('Informe a data de nascimento.')
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Informe a data de nascimento.'));

/** A request to a guardian, or their consent, that has not ended. */
const consent = z.object({
  id: z.int(),
  /** The other side, as the minor named it or as the account is called. */
  username: z.string(),
  isGiven: z.boolean(),
  askedAt: instant,
  /** Until when a request can be answered. */
  expiresAt: instant,
  givenAt: nullableInstant,
  monthlyLimitCents: z.nullable(z.int()),
});

export const getGuardianship = endpoint({
  method: 'GET',
  path: '/guardianship',
  auth: 'user',
  summary: 'What age means for the account: limits, the guardian, and the minors it answers for.',
  reply: z.object({
    enforced: z.boolean(),
    age: z.enum(['adult', 'unproven', 'minor', 'child']),
    /** The proven birth; null without a proof. */
    bornOn: z.nullable(z.string()),
    /** Whether age lets the account offer things (L02): a proof, or the time that older accounts have for one. */
    mayOffer: z.boolean(),
    /** In cents, by calendar month of São Paulo; null where age sets none. */
    limits: z.nullable(z.object({ perOrderCents: z.int(), perMonthCents: z.int(), spentCents: z.int() })),
    guardian: z.nullable(consent),
    minors: z.array(z.extend(consent, { spentCents: z.int() })),
    maxMonthlyCents: z.int(),
    minorsPerGuardian: z.int(),
  }),
});

export const askGuardian = endpoint({
  method: 'POST',
  path: '/guardian-consents',
  auth: 'user',
  standing: 'good',
  idempotent: true,
  limit: { max: 5, windowMs: 86_400_000, by: 'user' },
  status: 201,
  summary:
    'A minor names a guardian by username. The reply does not tell whether such an account exists or is of age.',
  body: z.strictObject({
    guardian: z
      .string('Informe o nome de usuário do responsável.')
      .check(
        singleLine,
        z.trim(),
        z.regex(/^@?\w{3,20}$/, 'Informe o nome de usuário, como ele aparece no perfil: @fulana.'),
      ),
    bornOn,
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['invalid_request', 'wrong_state', 'already_requested', 'too_many_requests'],
});

export const giveConsent = endpoint({
  method: 'PUT',
  path: '/guardian-consents/{id}',
  auth: 'user',
  standing: 'good',
  proof: 'recent',
  summary:
    'The guardian consents, knowing the birth that the minor typed, or changes the limit of a month, in cents.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    bornOn: z.optional(bornOn),
    monthlyLimitCents: z
      .int('Informe o limite do mês.')
      .check(
        z.minimum(100, 'O limite é de ao menos R$ 1,00.'),
        z.maximum(100_000_000, 'Escolha um limite menor.'),
      ),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'forbidden', 'invalid_request', 'limit_reached', 'wrong_state', 'step_up_required'],
});

export const endConsent = endpoint({
  method: 'DELETE',
  path: '/guardian-consents/{id}',
  auth: 'user',
  summary: 'Either side ends a request or a consent. Orders already placed go on.',
  params: z.strictObject({ id: idText }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const correctBirth = endpoint({
  method: 'PUT',
  path: '/staff/users/{id}/birth',
  auth: 'staff',
  proof: 'recent',
  summary: 'An admin stores or corrects when a person was born, with a reason; never their own.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ bornOn, reason: staffReason }),
  reply: z.object({ id: z.int() }),
  errors: ['not_found', 'forbidden', 'own_decision', 'step_up_required', 'invalid_request'],
});
