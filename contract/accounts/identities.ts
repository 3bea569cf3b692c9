import * as z from 'zod/mini';
import { usernameSize } from '#domain/accounts/accounts.ts';
import { newSession, username } from './accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, instant } from '#contract/fields.ts';

const provider = z.enum(['google'], 'Este provedor não existe aqui.');
const credential = z.string('Entre de novo pelo provedor.').check(z.minLength(20), z.maxLength(8_000));
const signInLimit = { max: 60, windowMs: 15 * 60_000, by: 'ip' } as const;

export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/public/sign-in-providers',
  auth: 'public',
  summary: 'The configured sign-in providers.',
  reply: z.object({
    items: z.array(
      z.object({ slug: provider, name: z.string(), clientId: z.string(), scriptUrl: z.string() }),
    ),
  }),
});

export const createSignInNonce = endpoint({
  method: 'POST',
  path: '/public/sign-in-nonces',
  auth: 'public',
  // A nonce is used once.
  repeats: 'harmless',
  summary:
    'A nonce for the next sign-in with a provider, bound to this browser by a cookie; ten minutes, one use.',
  limit: signInLimit,
  status: 201,
  body: z.strictObject({ provider }),
  reply: z.object({ nonce: z.string() }),
  errors: ['not_found', 'too_many_requests', 'xsrf_mismatch'],
});

export const createIdentitySession = endpoint({
  method: 'POST',
  path: '/identity-sessions',
  auth: 'public',
  // Its nonce is used once.
  repeats: 'harmless',
  summary:
    'Signs in with the ID token of a provider. An unknown person gets `registration_needed` with a ticket, the e-mail and a free name.',
  limit: signInLimit,
  status: 201,
  body: z.strictObject({ provider, credential }),
  reply: newSession,
  errors: [
    'identity_invalid',
    'identity_email_unverified',
    'link_required',
    'registration_needed',
    'account_banned',
    'not_found',
    'unavailable',
    'too_many_requests',
    'xsrf_mismatch',
  ],
});

export const createIdentityAccount = endpoint({
  method: 'POST',
  path: '/identity-registrations',
  auth: 'public',
  // Its ticket is used once.
  repeats: 'harmless',
  summary:
    'Creates an account for an identity that a provider verified, with the ticket of `registration_needed`.',
  limit: { max: 20, windowMs: 60 * 60_000, by: 'ip' },
  status: 201,
  body: z.strictObject({
    ticket: z.string().check(z.minLength(20), z.maxLength(100)),
    username,
    termsAccepted: z.literal(true, 'Aceite os termos para continuar.'),
  }),
  sizes: { username: usernameSize },
  reply: newSession,
  errors: ['link_expired', 'username_taken', 'link_required', 'too_many_requests', 'xsrf_mismatch'],
});

const identity = z.object({ provider, name: z.string(), email: z.nullable(z.string()), linkedAt: instant });

export const listIdentities = endpoint({
  method: 'GET',
  path: '/identities',
  auth: 'user',
  summary: 'The providers linked to the signed-in account.',
  reply: z.object({ items: z.array(identity) }),
});

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/identities',
  auth: 'user',
  // Its nonce is used once.
  repeats: 'harmless',
  proof: 'recent',
  summary: 'Links a provider to the signed-in account.',
  status: 201,
  body: z.strictObject({ provider, credential }),
  reply: identity,
  errors: ['identity_invalid', 'already_requested', 'step_up_required', 'not_found', 'unavailable'],
});

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/identities/{provider}',
  auth: 'user',
  proof: 'recent',
  summary: 'Unlinks a provider, unless it is the only sign-in method.',
  params: z.strictObject({ provider }),
  reply: emptyReply,
  errors: ['not_found', 'last_sign_in_method', 'step_up_required'],
});
