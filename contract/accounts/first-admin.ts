import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { email, emptyReply, newPassword } from '#contract/fields.ts';
import { newSession, register } from './accounts.ts';

const brokenLink = 'Este link não está inteiro. Copie-o de novo de onde o servidor foi iniciado.';
const token = z.string(brokenLink).check(z.minLength(20, brokenLink), z.maxLength(100, brokenLink));

export const checkFirstAdminLink = endpoint({
  method: 'POST',
  path: '/first-admin-links/checks',
  auth: 'public',
  repeats: 'harmless',
  summary: 'Whether the link that the server printed at its start still makes the first administrator.',
  limit: { max: 60, windowMs: 15 * 60_000, by: 'ip' },
  body: z.strictObject({ token }),
  reply: emptyReply,
  errors: ['link_expired', 'admin_exists', 'too_many_requests', 'xsrf_mismatch'],
});

export const createFirstAdmin = endpoint({
  method: 'POST',
  path: '/first-admins',
  auth: 'public',
  // Its link works once.
  repeats: 'harmless',
  summary:
    'Creates the first administrator by the printed link, and signs in; the dashboard still requires a second step. Refused once there is an administrator.',
  limit: { max: 30, windowMs: 15 * 60_000, by: 'ip' },
  status: 201,
  body: z.strictObject({
    token,
    username: register.body.shape.username,
    email,
    password: newPassword,
    termsAccepted: register.body.shape.termsAccepted,
  }),
  sizes: register.sizes,
  reply: newSession,
  errors: [
    'link_expired',
    'admin_exists',
    'username_taken',
    'weak_password',
    'too_many_requests',
    'xsrf_mismatch',
  ],
});
