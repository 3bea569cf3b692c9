import * as z from 'zod/mini';
import { accountStates } from '#domain/accounts/accounts.ts';
import { staffReason } from '#contract/staff/reason.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  emptyReply,
  instantInput,
  usernameInput,
  idText,
  instant,
  nullableInstant,
} from '#contract/fields.ts';

const consent = z.object({
  kind: z.enum(['terms', 'privacy', 'marketing']),
  version: z.string(),
  given: z.boolean(),
  at: instant,
});

const dataExport = z.object({
  id: z.int(),
  state: z.enum(['requested', 'ready', 'expired']),
  bytes: z.nullable(z.int()),
  createdAt: instant,
  readyAt: nullableInstant,
  expiresAt: nullableInstant,
});

const closure = z.object({ requestedAt: instant, dueAt: instant });

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/privacy',
  auth: 'user',
  summary: 'Consents with their history, data exports, and a pending account deletion.',
  reply: z.object({
    consents: z.array(consent),
    /** Whether letters about novelties are wanted now. */
    marketing: z.boolean(),
    exports: z.array(dataExport),
    closure: z.nullable(closure),
    /** The reasons why the account cannot be deleted now; empty when it can. */
    closureBlockedBy: z.array(z.string()),
    closureWaitDays: z.int(),
  }),
});

export const giveConsent = endpoint({
  method: 'POST',
  path: '/consents',
  auth: 'user',
  // Repeating the call sets the same value again.
  repeats: 'harmless',
  summary: 'Gives or withdraws a consent; each answer is stored as its own row.',
  status: 201,
  body: z.strictObject({
    kind: z.literal('marketing', 'Este consentimento não existe.'),
    given: z.boolean(),
  }),
  reply: consent,
});

export const acceptTerms = endpoint({
  method: 'PUT',
  path: '/terms-acceptances/{version}',
  auth: 'user',
  summary: 'Accepts a version of the terms: the current one, or one announced for later. Idempotent.',
  params: z.strictObject({ version: idText }),
  reply: z.object({ version: z.int(), acceptedAt: instant }),
  errors: ['not_found', 'terms_changed'],
});

export const requestExport = endpoint({
  method: 'POST',
  path: '/data-exports',
  auth: 'user',
  // A unique index allows one open request.
  repeats: 'harmless',
  proof: 'recent',
  summary:
    'Requests all data about the signed-in person, as JSON with files; once a day, with a notification when it is ready (LGPD art. 18).',
  status: 202,
  reply: dataExport,
  errors: ['already_requested', 'too_many_requests', 'step_up_required'],
});

export const openExport = endpoint({
  method: 'POST',
  path: '/data-exports/{id}/openings',
  auth: 'user',
  // It creates a link and stores nothing.
  repeats: 'harmless',
  proof: 'recent',
  summary:
    'A link, valid for some minutes, to a finished export: a session alone must not be able to download all data (T135).',
  params: z.strictObject({ id: idText }),
  reply: z.object({ url: z.string() }),
  errors: ['not_found', 'step_up_required'],
});

export const requestClosure = endpoint({
  method: 'POST',
  path: '/account-closures',
  auth: 'user',
  // A unique index allows one open request.
  repeats: 'harmless',
  proof: 'recent',
  summary: 'Requests the deletion of the account; it can be cancelled for 14 days.',
  status: 201,
  body: z.strictObject({ username: usernameInput('Digite seu nome de usuário para confirmar.') }),
  reply: closure,
  errors: ['closure_blocked', 'already_requested', 'step_up_required'],
});

export const cancelClosure = endpoint({
  method: 'DELETE',
  path: '/account-closures/current',
  auth: 'user',
  summary: 'Cancels the deletion.',
  reply: emptyReply,
  errors: ['not_found'],
});

export const getLegacyAccount = endpoint({
  method: 'GET',
  path: '/legacy-account',
  auth: 'user',
  summary: 'Read-only data of the legacy account screen.',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(['purchase', 'sale', 'transaction']),
        title: z.string(),
        amountCents: z.int(),
        state: z.string(),
        at: instant,
        /** The order's new page, where there is one. */
        orderHash: z.nullable(z.string()),
      }),
    ),
  }),
});

export const setAccountState = endpoint({
  method: 'PUT',
  path: '/staff/users/{id}/state',
  auth: 'staff',
  proof: 'recent',
  summary: 'Restricts, suspends until a date, bans or reinstates a person (§4.15); ends sessions on a ban.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    event: z.enum(['restrict', 'suspend', 'reinstate', 'ban'], 'Escolha o que fazer.'),
    /** Needed for `suspend`; support may go up to seven days ahead. */
    until: z.optional(instantInput('Confira a data.')),
    reason: staffReason,
  }),
  reply: z.object({ id: z.int(), state: z.enum(accountStates), suspendedUntil: nullableInstant }),
  errors: ['not_found', 'wrong_state', 'own_decision', 'step_up_required', 'second_factor_required'],
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/staff/users/{id}/sessions',
  auth: 'staff',
  summary: 'Ends every session of a person (ASVS 7.4.5).',
  params: z.strictObject({ id: idText }),
  reply: z.object({ ended: z.int() }),
  errors: ['not_found', 'own_decision'],
});
