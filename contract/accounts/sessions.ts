import * as z from 'zod/mini';
import { proofMethods, sessionStates } from '#domain/accounts/accounts.ts';
import { currentUser, newSession } from './accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  emptyReply,
  accountInput,
  loginInput,
  passwordInput,
  idText,
  instant,
  linkToken,
  nullableInstant,
  newPassword,
  sixDigits,
  webauthnResponse,
} from '#contract/fields.ts';

const signInLimit = { max: 60, windowMs: 15 * 60_000, by: 'ip' } as const;

export const createSession = endpoint({
  method: 'POST',
  path: '/sessions',
  auth: 'public',
  // Signing in again opens another session that its owner can end.
  repeats: 'harmless',
  summary: 'Signs in with e-mail or username and password; the session may still lack its second step.',
  limit: signInLimit,
  status: 201,
  body: z.strictObject({
    login: loginInput,
    password: passwordInput,
  }),
  reply: newSession,
  errors: ['wrong_credentials', 'account_banned', 'too_many_requests', 'xsrf_mismatch'],
});

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/sessions/current',
  auth: 'user',
  pending: true,
  leaves: true,
  summary:
    'Signs out: the token stops working at once, and the browser is asked to clear its stored site data.',
  reply: emptyReply,
});

const ownSession = z.object({
  id: z.int(),
  current: z.boolean(),
  /** A description: `Chrome no Windows`. */
  device: z.string(),
  ip: z.string(),
  trusted: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  auth: 'user',
  summary: 'The open sessions of the signed-in user, last used first.',
  reply: z.object({ items: z.array(ownSession) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/{id}',
  auth: 'user',
  summary: 'Ends one session of the signed-in user; its device is no longer trusted.',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
  errors: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  auth: 'user',
  summary: 'Ends every other session of the signed-in user and revokes the trust of every device.',
  reply: z.object({ ended: z.int() }),
});

export const getCurrentSession = endpoint({
  method: 'GET',
  path: '/sessions/current',
  auth: 'user',
  pending: true,
  summary: 'The state of this session and the available methods for a step-up proof.',
  reply: z.object({
    state: z.enum(sessionStates),
    methods: z.array(z.enum(proofMethods)),
    /** Where a code would be mailed, masked: `cl***@demo.praca`. */
    emailHint: z.string(),
    /** Seconds until another code may be asked for. */
    resendAfterSeconds: z.int(),
    /** How long a device is trusted that the person trusts now, in milliseconds. */
    trustMs: z.int(),
    /** Until when money, key and e-mail changes are open in this session. */
    provedUntil: nullableInstant,
    secondFactorUntil: nullableInstant,
  }),
});

export const createProofChallenge = endpoint({
  method: 'POST',
  path: '/sessions/current/challenges',
  auth: 'user',
  // A challenge is used once.
  repeats: 'harmless',
  pending: true,
  summary: 'Mails a six-digit code, or begins a passkey ceremony, for a step-up proof in this session.',
  limit: { max: 20, windowMs: 60 * 60_000, by: 'user' },
  status: 201,
  body: z.strictObject({ method: z.enum(['email', 'passkey'], 'Escolha e-mail ou chave de acesso.') }),
  reply: z.object({
    challengeId: z.nullable(z.int()),
    /** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
    options: z.nullable(z.record(z.string(), z.unknown())),
    resendAfterSeconds: z.int(),
  }),
  errors: ['too_many_requests', 'forbidden'],
});

const proof = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: passwordInput }),
  z.strictObject({ method: z.literal('totp'), code: sixDigits, trustDevice: z.optional(z.boolean()) }),
  z.strictObject({ method: z.literal('email'), code: sixDigits, trustDevice: z.optional(z.boolean()) }),
  z.strictObject({
    method: z.literal('recovery'),
    code: z
      .string('Digite o código reserva.')
      .check(z.minLength(10, 'Digite os 10 caracteres.'), z.maxLength(30)),
    trustDevice: z.optional(z.boolean()),
  }),
  z.strictObject({
    method: z.literal('passkey'),
    challengeId: z.int(),
    response: webauthnResponse,
    trustDevice: z.optional(z.boolean()),
  }),
]);
export type Proof = z.infer<typeof proof>;

export const createProof = endpoint({
  method: 'POST',
  path: '/sessions/current/proofs',
  auth: 'user',
  // A proof that is given again proves the same.
  repeats: 'harmless',
  pending: true,
  summary:
    'Checks a proof: completes a sign-in that is pending its second step, under a new token, or allows money, key and e-mail changes for ten minutes.',
  status: 201,
  body: proof,
  /** `token` replaces the session's own when it changed. */
  reply: z.object({ token: z.nullable(z.string()), user: currentUser }),
  errors: [
    'wrong_code',
    'wrong_credentials',
    'passkey_invalid',
    'code_expired',
    'forbidden',
    'too_many_requests',
  ],
});

export const createPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/public/passkey-challenges',
  auth: 'public',
  // A challenge is used once.
  repeats: 'harmless',
  summary: 'Begins a sign-in with a passkey, without a username.',
  limit: signInLimit,
  status: 201,
  reply: z.object({ challengeId: z.int(), options: z.record(z.string(), z.unknown()) }),
  errors: ['too_many_requests', 'xsrf_mismatch'],
});

export const createPasskeySession = endpoint({
  method: 'POST',
  path: '/passkey-sessions',
  auth: 'public',
  // Its challenge is used once.
  repeats: 'harmless',
  summary: 'Signs in with a passkey; user verification counts as the second step.',
  limit: signInLimit,
  status: 201,
  body: z.strictObject({ challengeId: z.int(), response: webauthnResponse }),
  reply: newSession,
  errors: ['passkey_invalid', 'account_banned', 'too_many_requests', 'xsrf_mismatch'],
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/password-resets',
  auth: 'public',
  // Asking again only sends another message.
  repeats: 'harmless',
  summary: 'Mails a password reset link if the account exists; the reply is the same if it does not.',
  limit: { max: 20, windowMs: 60 * 60_000, by: 'ip' },
  status: 202,
  body: z.strictObject({ email: accountInput }),
  reply: emptyReply,
  errors: ['too_many_requests', 'xsrf_mismatch'],
});

export const checkPasswordReset = endpoint({
  method: 'POST',
  path: '/password-resets/checks',
  auth: 'public',
  repeats: 'harmless',
  summary: 'Whether a mailed reset link is still valid.',
  limit: { max: 60, windowMs: 15 * 60_000, by: 'ip' },
  body: z.strictObject({ token: linkToken }),
  reply: z.object({ emailHint: z.string() }),
  errors: ['link_expired', 'too_many_requests', 'xsrf_mismatch'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/password-resets/completions',
  auth: 'public',
  // Its link sets a password once.
  repeats: 'harmless',
  summary:
    'Stores a new password, ends every session and opens a new one; a second factor is still required.',
  limit: { max: 30, windowMs: 15 * 60_000, by: 'ip' },
  status: 201,
  body: z.strictObject({ token: linkToken, password: newPassword }),
  reply: newSession,
  errors: [
    'link_expired',
    'weak_password',
    'same_password',
    'account_banned',
    'too_many_requests',
    'xsrf_mismatch',
  ],
});
