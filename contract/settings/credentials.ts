import * as z from 'zod/mini';
import { services } from '#domain/settings/credentials.ts';
import { endpoint } from '#contract/endpoint.ts';
import { maxKeys, instant } from '#contract/fields.ts';
import { pendingProposal } from '#contract/staff/proposals.ts';
import { changeReason as reason, connectionResult } from './settings.ts';

const provider = z.string('Escolha o provedor.').check(z.minLength(2), z.maxLength(40));
const values = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(10_000)))
  .check(maxKeys(20));
const params = z.strictObject({ service: z.enum(services) });
/** The version the form was loaded with, null when none was stored: a newer one is a conflict. */
const basedOn = z.nullable(z.int());

const serviceState = z.object({
  service: z.enum(services),
  /** `own`: a built-in implementation without a provider; `simulator`: a simulated provider. */
  source: z.enum(['environment', 'screen', 'own', 'simulator', 'none']),
  provider: z.nullable(z.string()),
  version: z.nullable(z.int()),
  setBy: z.nullable(z.object({ username: z.string() })),
  setAt: z.nullable(instant),
  /** The stored credentials take effect only after a restart. */
  waitsForRestart: z.boolean(),
  removable: z.boolean(),
  /** The values by field name; of a secret only its last letters. Empty for support. */
  kept: z.record(z.string(), z.string()),
});
/** The active credentials, and the proposed ones that a second person must confirm. */
const proposedState = z.extend(serviceState, { pending: z.nullable(pendingProposal) });
export type ServiceState = z.infer<typeof serviceState>;

export const listCredentials = endpoint({
  method: 'GET',
  path: '/staff/credentials',
  auth: 'staff',
  summary: 'The provider of each service, since when and set by whom; secrets are never returned.',
  reply: z.object({ items: z.array(serviceState), editable: z.boolean() }),
});

export const setCredentials = endpoint({
  method: 'PUT',
  path: '/staff/credentials/{service}',
  auth: 'staff',
  summary:
    'Seals the account of a service and proposes it; once a second admin confirms, the running processes use it. Secrets left empty stay as they are.',
  proof: 'recent',
  idempotent: true,
  params,
  body: z.strictObject({ provider, values, basedOn, reason }),
  reply: proposedState,
  errors: [
    'invalid_request',
    'forbidden',
    'settings_changed',
    'wrong_state',
    'credentials_in_environment',
    'step_up_required',
  ],
});

export const removeCredentials = endpoint({
  method: 'POST',
  path: '/staff/credentials/{service}/removal',
  auth: 'staff',
  summary:
    'Proposes to remove the account of a service; once a second admin confirms, the built-in server or simulator takes its place.',
  proof: 'recent',
  idempotent: true,
  params,
  body: z.strictObject({ basedOn, reason }),
  reply: proposedState,
  errors: [
    'invalid_request',
    'forbidden',
    'settings_changed',
    'wrong_state',
    'credentials_in_environment',
    'credentials_needed',
    'step_up_required',
  ],
});

export const testCredentials = endpoint({
  method: 'POST',
  path: '/staff/credentials/{service}/checks',
  auth: 'staff',
  // It stores nothing.
  repeats: 'harmless',
  summary: 'Tests unsaved credentials with a harmless request to the provider.',
  proof: 'recent',
  limit: { max: 30, windowMs: 60_000, by: 'user' },
  params,
  body: z.strictObject({ provider, values }),
  reply: connectionResult,
  errors: ['invalid_request', 'forbidden', 'credentials_in_environment', 'step_up_required'],
});
