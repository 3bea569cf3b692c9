import * as z from 'zod/mini';
import { proposalKinds, proposalStates } from '#domain/staff/proposals.ts';
import { settingUnits } from '#domain/settings/groups.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';

/** As it leaves: one of several kinds, which a compiled serialiser takes as it comes. */
const shown = z.custom<SettingValue>();
const username = z.nullable(z.string());

/** The reply to the author of a change that a second person must confirm. */
export const pendingProposal = z.object({
  id: z.int(),
  /** Set where the market has one admin: the change takes effect then, without a confirmation. */
  takesEffectAt: nullableInstant,
  expiresAt: instant,
});
export type PendingProposal = z.infer<typeof pendingProposal>;

const proposal = z.object({
  id: z.int(),
  kind: z.enum(proposalKinds),
  state: z.enum(proposalStates),
  /** A title: «Papel de @ana». */
  title: z.string(),
  changes: z.array(
    z.object({
      /** Of a setting; null for other kinds. */
      path: z.nullable(z.string()),
      label: z.string(),
      unit: z.enum(settingUnits),
      choices: z.array(z.object({ value: z.string(), label: z.string() })),
      before: shown,
      after: shown,
    }),
  ),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: instant,
  takesEffectAt: nullableInstant,
  expiresAt: instant,
  confirmedBy: username,
  stoppedBy: username,
  stopReason: z.nullable(z.string()),
  closedAt: nullableInstant,
  mine: z.boolean(),
  /** Why the viewer cannot confirm it; null when they can. */
  notConfirmableBecause: z.nullable(z.string()),
});
export type Proposal = z.infer<typeof proposal>;

export const listProposals = endpoint({
  method: 'GET',
  path: '/staff/proposals',
  auth: 'staff',
  summary: 'Proposals that are pending a second person, and the last 50 that ended.',
  reply: z.object({ pending: z.array(proposal), closed: z.array(proposal) }),
});

const params = z.strictObject({ id: idText });
const closed = z.object({ id: z.int(), state: z.enum(proposalStates) });

export const confirmProposal = endpoint({
  method: 'POST',
  path: '/staff/proposals/{id}/confirmation',
  auth: 'staff',
  proof: 'recent',
  summary: 'A second admin, who was one before the proposal was made, confirms the change (decision 74).',
  idempotent: true,
  params,
  reply: closed,
  errors: [
    'not_found',
    'forbidden',
    'second_person_needed',
    'already_decided',
    'settings_changed',
    'credentials_needed',
    'credentials_in_environment',
    'wrong_state',
    'invalid_request',
    'step_up_required',
  ],
});

export const stopProposal = endpoint({
  method: 'POST',
  path: '/staff/proposals/{id}/stop',
  auth: 'staff',
  summary: 'Rejects or withdraws a proposal; open to all staff, its author included.',
  idempotent: true,
  params,
  body: z.strictObject({
    reason: z
      .string('Diga por que está parando a mudança.')
      .check(
        z.trim(),
        z.minLength(5, 'Diga por que, em 5 letras ou mais.'),
        z.maxLength(500, 'Use até 500 letras.'),
      ),
  }),
  reply: closed,
  errors: ['not_found', 'forbidden', 'already_decided', 'invalid_request'],
});
