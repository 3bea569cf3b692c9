import * as z from 'zod/mini';
import { brokenRules, strikeMeasures } from '#domain/accounts/strikes/strikes.ts';
import { staffReason } from '#contract/staff/reason.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';

/** A strike as staff read it. */
export const strike = z.object({
  id: z.int(),
  rule: z.enum(brokenRules),
  reason: z.string(),
  /** Who gave it. */
  by: z.string(),
  givenAt: instant,
  /** Until when it counts. */
  expiresAt: instant,
  /** Neither over nor revoked. */
  counts: z.boolean(),
  /** How many were in force with it. */
  step: z.int(),
  measure: z.enum(strikeMeasures),
  measureUntil: nullableInstant,
  revokedAt: nullableInstant,
});

/** What one more strike would bring now, in whole days; 0 for a warning. */
export const nextStrike = z.object({ step: z.int(), measure: z.enum(strikeMeasures), days: z.int() });

export const giveStrike = endpoint({
  method: 'POST',
  path: '/staff/users/{id}/strikes',
  auth: 'staff',
  proof: 'recent',
  idempotent: true,
  status: 201,
  summary:
    'Gives a person a strike (F55), with what it brings by the number in force; staff about others, longer suspensions and closings by admins.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    rule: z.enum(brokenRules, 'Escolha a regra que não foi seguida.'),
    /** The number that the viewer expects, so that two people do not punish the same thing twice. */
    step: z.int('Abra a conta de novo.').check(z.minimum(1, 'Abra a conta de novo.')),
    reason: staffReason,
  }),
  reply: z.object({
    id: z.int(),
    step: z.int(),
    measure: z.enum(strikeMeasures),
    measureUntil: nullableInstant,
  }),
  errors: ['not_found', 'wrong_state', 'forbidden', 'own_decision', 'step_up_required'],
});
