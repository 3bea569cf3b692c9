import * as z from 'zod/mini';
import { noticeGroupNames } from '#domain/notifications/notices.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply } from '#contract/fields.ts';

export const getPushSettings = endpoint({
  method: 'GET',
  path: '/public/push',
  auth: 'public',
  summary:
    'How a browser subscribes to push messages: standard Web Push with our VAPID key, or Firebase where the operator configured it.',
  reply: z.object({
    provider: z.enum(['web', 'fcm']),
    vapidKey: z.string(),
    firebase: z.nullable(
      z.object({
        apiKey: z.string(),
        projectId: z.string(),
        messagingSenderId: z.string(),
        appId: z.string(),
      }),
    ),
    /** `auto` asks for permission on start, `soft` asks with a card first. */
    prompt: z.enum(['auto', 'soft']),
  }),
});

export const saveUserToken = endpoint({
  method: 'POST',
  path: '/user-tokens',
  auth: 'user',
  // A device has one row per token, however often it is saved.
  repeats: 'harmless',
  summary:
    'Stores the push token of this browser: a Firebase token, or a subscription as base64url JSON. Idempotent per hash; the token belongs to the last user of the device.',
  limit: { max: 60, windowMs: 60_000, by: 'user' },
  body: z.strictObject({
    hash: z
      .string('Falta o token do navegador.')
      .check(
        z.minLength(20, 'Este token não está completo.'),
        z.maxLength(4_096, 'Este token é longo demais.'),
        z.regex(/^[A-Za-z0-9_:.=-]+$/, 'Este token não está certo.'),
      ),
  }),
  reply: emptyReply,
  errors: ['invalid_request'],
});

const preference = z.object({
  group: z.enum(noticeGroupNames),
  email: z.boolean(),
  push: z.boolean(),
  /** Money, security and legal notices cannot be muted. */
  locked: z.boolean(),
});

export const getNoticePreferences = endpoint({
  method: 'GET',
  path: '/notice-preferences',
  auth: 'user',
  summary: 'The notification preferences for e-mail and push, by group.',
  reply: z.object({ items: z.array(preference), browsers: z.int() }),
});

export const setNoticePreference = endpoint({
  method: 'PUT',
  path: '/notice-preferences',
  auth: 'user',
  summary: 'Sets the channels of one group.',
  body: z.strictObject({
    group: z.enum(noticeGroupNames, 'Este tipo de aviso não existe.'),
    email: z.boolean(),
    push: z.boolean(),
  }),
  reply: preference,
  errors: ['invalid_request', 'notice_locked'],
});
