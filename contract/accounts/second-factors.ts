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
  summary: 'A new secret for an authenticator app; it counts once a right code was shown.',
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
  summary: 'Turns the authenticator app on and gives the recovery codes; other sessions end.',
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
  summary: 'Turns the authenticator app and its recovery codes off.',
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
  summary: 'Begins the ceremony that makes a passkey.',
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
  summary: 'Keeps a passkey; with the first second factor come recovery codes.',
  status: 201,
  body: z.strictObject({ challengeId: z.int(), name: passkeyName, response: webauthnResponse }),
  reply: z.object({ passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
  errors: ['step_up_required', 'passkey_invalid', 'limit_reached'],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/passkeys/{id}',
  auth: 'user',
  summary: 'Gives a passkey another name.',
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
  summary: 'Forgets a passkey.',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
  errors: ['not_found', 'step_up_required', 'forbidden', 'last_sign_in_method'],
});
