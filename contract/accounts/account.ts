import * as z from 'zod/mini';
import { accountStates, usernameSize } from '#domain/accounts/accounts.ts';
import { verificationLevels } from '#domain/accounts/verification.ts';
import { getProfile, username } from './accounts.ts';
import { taxTypes } from '#domain/orders/taxes.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  emptyReply,
  email,
  passwordInput,
  instant,
  singleLine,
  linkToken,
  nullableInstant,
  newPassword,
  sixDigits,
} from '#contract/fields.ts';

const limits = z.object({
  activeListings: z.int(),
  maxPriceCents: z.int(),
  salesPerMonthCents: z.nullable(z.int()),
  withdrawPerDayCents: z.int(),
  buyPerDayCents: z.int(),
});

const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** How long a toast stays, in milliseconds. */
  toastMs: z.int(),
});
export type Preferences = z.infer<typeof preferences>;

/** The account as its owner sees it. Documents are masked even there: `***.982.247-**`. */
const account = z.object({
  id: z.int(),
  username: z.string(),
  /** When the name may change next; null when it may now. */
  usernameChangeableAt: nullableInstant,
  image: z.string(),
  bio: z.string(),
  city: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  emailChange: z.nullable(
    z.object({ email: z.string(), oldConfirmed: z.boolean(), newConfirmed: z.boolean(), expiresAt: instant }),
  ),
  hasPassword: z.boolean(),
  /** `(11) *****-4321`, or null without one. */
  phone: z.nullable(z.string()),
  fullName: z.nullable(z.string()),
  document: z.nullable(z.string()),
  /** A bank named it as this account's (ADR 0079). */
  documentProven: z.boolean(),
  /** Null until the identity is known (LC 214/2025). */
  taxType: z.nullable(z.enum(taxTypes)),
  birthDate: z.nullable(z.string()),
  level: z.enum(verificationLevels),
  limits,
  /** The limits of the next level; null at the last. */
  next: z.nullable(z.object({ level: z.enum(verificationLevels), limits })),
  state: z.enum(accountStates),
  suspendedUntil: nullableInstant,
  preferences,
  createdAt: instant,
});
export type Account = z.infer<typeof account>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/account',
  auth: 'user',
  summary: 'The signed-in account with its verification level and limits.',
  reply: account,
});

export const getOwnProfile = endpoint({
  method: 'GET',
  path: '/account/profile',
  auth: 'user',
  summary: 'The public profile of the signed-in person.',
  reply: getProfile.reply,
});

export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/account',
  auth: 'user',
  summary: 'Changes the public profile and the preferences.',
  body: z.strictObject({
    bio: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Use até 500 letras.'))),
    city: z.optional(z.string().check(singleLine, z.maxLength(80, 'Use até 80 letras.'))),
    preferences: z.optional(
      z.strictObject({
        theme: z.optional(z.enum(['system', 'light', 'dark'], 'Escolha um tema.')),
        toastMs: z.optional(z.int().check(z.minimum(3_000), z.maximum(15_000))),
      }),
    ),
  }),
  reply: account,
});

export const uploadAccountImage = endpoint({
  method: 'PUT',
  path: '/account/image',
  auth: 'user',
  summary: 'Stores a new portrait, cropped to a square and without metadata.',
  limit: { max: 200, windowMs: 86_400_000, by: 'user' },
  binary: { types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'], maxBytes: 10 * 1024 * 1024 },
  reply: account,
  errors: ['unsupported_media', 'payload_too_large', 'too_many_requests'],
});

export const changeUsername = endpoint({
  method: 'PUT',
  path: '/account/username',
  auth: 'user',
  proof: 'recent',
  summary: 'Changes the username, at a limited rate; the old one stays reserved for some time.',
  body: z.strictObject({ username }),
  sizes: { username: usernameSize },
  reply: account,
  errors: ['username_taken', 'username_cool_down', 'step_up_required'],
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/account/password',
  auth: 'user',
  summary: 'Changes the password, after checking the current one if there is one; ends every other session.',
  limit: { max: 10, windowMs: 15 * 60_000, by: 'user' },
  proof: 'recent',
  body: z.strictObject({ currentPassword: z.optional(passwordInput), password: newPassword }),
  reply: emptyReply,
  errors: ['wrong_credentials', 'weak_password', 'same_password', 'step_up_required', 'too_many_requests'],
});

/**
 * Confirmed. Where another session than the registering one showed the proof, everything set before has ended, the
 * password too: the token is that of a link to a new one (`POST /password-resets/completions`, ADR 70).
 */
const confirmed = z.object({ ok: z.literal(true), newPasswordToken: z.optional(z.string()) });

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/email-confirmations',
  auth: 'public',
  // A link counts once.
  repeats: 'harmless',
  summary: 'Confirms an e-mail address with the token of the mailed link.',
  limit: { max: 30, windowMs: 15 * 60_000, by: 'ip' },
  body: z.strictObject({ token: linkToken }),
  reply: confirmed,
  errors: ['link_expired', 'too_many_requests', 'xsrf_mismatch'],
});

export const confirmEmailByCode = endpoint({
  method: 'POST',
  path: '/email-confirmations/codes',
  auth: 'user',
  // A code counts once.
  repeats: 'harmless',
  summary: 'Confirms the e-mail address with the mailed six-digit code; five attempts.',
  body: z.strictObject({ code: sixDigits }),
  reply: confirmed,
  errors: ['wrong_code', 'code_expired', 'too_many_requests'],
});

export const resendEmailConfirmation = endpoint({
  method: 'POST',
  path: '/email-confirmations/current',
  auth: 'user',
  // Asking again only sends another message.
  repeats: 'harmless',
  summary: 'Mails a new confirmation link and code to the signed-in user.',
  limit: { max: 5, windowMs: 10 * 60_000, by: 'user' },
  status: 202,
  reply: emptyReply,
  errors: ['too_many_requests'],
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/email-changes',
  auth: 'user',
  // Asking again only sends another message.
  repeats: 'harmless',
  proof: 'recent',
  summary:
    'Requests a change of e-mail address. It takes effect once both addresses confirm it, or only the new one if the old one was never confirmed.',
  limit: { max: 5, windowMs: 60 * 60_000, by: 'user' },
  status: 202,
  body: z.strictObject({ email }),
  /** The reply is the same whether or not the new address is taken; its owner is informed by e-mail. */
  reply: emptyReply,
  errors: ['step_up_required', 'too_many_requests'],
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/email-changes/confirmations',
  auth: 'public',
  // A link counts once.
  repeats: 'harmless',
  summary: 'Confirms a change of e-mail for one of the two addresses, with the token mailed to it.',
  limit: { max: 30, windowMs: 15 * 60_000, by: 'ip' },
  body: z.strictObject({ token: linkToken }),
  reply: z.object({
    changed: z.boolean(),
    waitingFor: z.nullable(z.enum(['old', 'new'])),
    newPasswordToken: z.optional(z.string()),
  }),
  errors: ['unauthenticated', 'link_expired', 'email_taken', 'too_many_requests', 'xsrf_mismatch'],
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/email-changes/current',
  auth: 'user',
  summary: 'Cancels a change of e-mail that is pending confirmation.',
  reply: emptyReply,
  errors: ['not_found'],
});

export const requestPhoneCode = endpoint({
  method: 'POST',
  path: '/phone-confirmations',
  auth: 'user',
  // Asking again only sends another message.
  repeats: 'harmless',
  summary:
    'Texts a six-digit code to a Brazilian mobile number; a confirmed number needs a recent proof to change.',
  status: 202,
  /** With or without punctuation and +55. */
  body: z.strictObject({
    phone: z.string('Informe seu celular.').check(z.maxLength(30, 'Confira o celular com DDD.')),
  }),
  reply: z.object({ resendAfterSeconds: z.int() }),
  errors: ['step_up_required', 'too_many_requests'],
});

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/phone-confirmations/codes',
  auth: 'user',
  // A code counts once.
  repeats: 'harmless',
  summary:
    'Confirms the number with the six-digit code from the text message; five attempts within ten minutes.',
  body: z.strictObject({ code: sixDigits }),
  reply: account,
  errors: ['wrong_code', 'code_expired', 'phone_taken', 'too_many_requests'],
});

export const verifyIdentity = endpoint({
  method: 'PUT',
  path: '/account/identity',
  auth: 'user',
  proof: 'recent',
  summary:
    'Stores full name, birth date and CPF or CNPJ for level N2. The document counts as declared until a bank confirms it, and cannot be changed.',
  limit: { max: 10, windowMs: 60 * 60_000, by: 'user' },
  body: z.strictObject({
    fullName: z
      .string('Informe seu nome completo.')
      .check(
        singleLine,
        z.minLength(3, 'Informe seu nome completo.'),
        z.maxLength(120, 'Use até 120 letras.'),
      ),
    /** `YYYY-MM-DD`. */
    birthDate: z
      .string('Informe a data de nascimento.')
      .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Confira a data.')),
    /** CPF or CNPJ (letters allowed since 2026), with or without punctuation. */
    document: z.string('Informe o CPF ou CNPJ.').check(z.maxLength(20, 'Confira o CPF ou CNPJ.')),
    /** With a CNPJ: `mei` or `company`. A CPF is always a person's. */
    taxType: z.optional(z.enum(taxTypes, 'Escolha o tipo de empresa.')),
  }),
  reply: account,
  errors: ['verification_required', 'wrong_state', 'step_up_required', 'too_many_requests'],
});

export const changeTaxType = endpoint({
  method: 'PUT',
  path: '/account/tax-type',
  auth: 'user',
  proof: 'recent',
  summary:
    'Sets whether the holder of a CNPJ is an MEI or another company; existing orders keep the former value.',
  limit: { max: 10, windowMs: 60 * 60_000, by: 'user' },
  body: z.strictObject({ taxType: z.enum(['mei', 'company'], 'Escolha o tipo de empresa.') }),
  reply: account,
  errors: ['wrong_state', 'step_up_required', 'too_many_requests'],
});
