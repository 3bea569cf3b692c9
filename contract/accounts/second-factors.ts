import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  emptyReply,
  idText,
  instant,
  singleLine,
  nullableInstant,
  sixDigits,
  webauthnResponse,
} from '#contract/fields.ts';

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** Synced by a provider to several devices. */
  backedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: nullableInstant,
});

const passkeyName = z
  .string('Dê um nome à chave.')
  .check(singleLine, z.minLength(1, 'Dê um nome à chave.'), z.maxLength(60, 'Use até 60 letras.'));

/** Ten single-use codes; returned only once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getSecondFactors = endpoint({
  method: 'GET',
  path: '/second-factors',
  auth: 'user',
  summary: 'The second factors of the signed-in user.',
  reply: z.object({
    totpSince: nullableInstant,
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkey),
    /** Staff may not be without one. */
    mandatory: z.boolean(),
  }),
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/second-factors/totp',
  auth: 'user',
  // A new secret replaces the one that was not confirmed.
  repeats: 'harmless',
  proof: 'recent',
  summary: 'Creates a secret for an authenticator app; it becomes active once a valid code is entered.',
  status: 201,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['step_up_required', 'already_requested'],
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/second-factors/totp/confirmation',
  auth: 'user',
  // A code is used once.
  repeats: 'harmless',
  proof: 'recent',
  summary: 'Activates the authenticator app and returns the recovery codes; ends other sessions.',
  limit: { max: 10, windowMs: 15 * 60_000, by: 'user' },
  status: 201,
  body: z.strictObject({ code: sixDigits }),
  reply: recoveryCodes,
  errors: ['step_up_required', 'wrong_code', 'not_found', 'too_many_requests'],
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/second-factors/totp',
  auth: 'user',
  proof: 'second_factor',
  summary: 'Removes the authenticator app and its recovery codes.',
  reply: emptyReply,
  errors: ['step_up_required', 'second_factor_required', 'forbidden', 'not_found'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/second-factors/recovery-codes',
  auth: 'user',
  // New codes replace the former ones.
  repeats: 'harmless',
  proof: 'second_factor',
  summary: 'Ten new recovery codes; the old ones stop working.',
  status: 201,
  reply: recoveryCodes,
  errors: ['step_up_required', 'second_factor_required'],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/passkeys/challenges',
  auth: 'user',
  // A challenge is used once.
  repeats: 'harmless',
  proof: 'recent',
  summary: 'Begins the registration of a passkey.',
  status: 201,
  reply: z.object({ challengeId: z.int(), options: z.record(z.string(), z.unknown()) }),
  errors: ['step_up_required', 'limit_reached'],
});

export const createPasskey = endpoint({
  method: 'POST',
  path: '/passkeys',
  auth: 'user',
  // Its challenge is used once.
  repeats: 'harmless',
  proof: 'recent',
  summary: 'Stores a passkey; returns recovery codes if it is the first second factor.',
  status: 201,
  body: z.strictObject({ challengeId: z.int(), name: passkeyName, response: webauthnResponse }),
  reply: z.object({ passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
  errors: ['step_up_required', 'passkey_invalid', 'limit_reached'],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/passkeys/{id}',
  auth: 'user',
  summary: 'Renames a passkey.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ name: passkeyName }),
  reply: passkey,
  errors: ['not_found'],
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/passkeys/{id}',
  auth: 'user',
  proof: 'recent',
  summary: 'Deletes a passkey.',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
  errors: ['not_found', 'step_up_required', 'forbidden', 'last_sign_in_method'],
});
