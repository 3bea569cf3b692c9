import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { setupStates, setupSteps, tryOutKinds } from '#domain/staff/setup.ts';

export const getSetup = endpoint({
  method: 'GET',
  path: '/staff/setup',
  auth: 'staff',
  summary: 'What this installation needs before it opens, read from its state, in the order to do it.',
  reply: z.object({
    items: z.array(
      z.object({
        step: z.enum(setupSteps),
        state: z.enum(setupStates),
        /** What is there now, in words. */
        detail: z.string(),
      }),
    ),
    open: z.int(),
    editable: z.boolean(),
  }),
});
export type SetupItem = z.infer<typeof getSetup.reply>['items'][number];

export const tryOut = endpoint({
  method: 'POST',
  path: '/staff/try-outs',
  auth: 'staff',
  // Asking again only sends another message, or makes and cancels another charge.
  repeats: 'harmless',
  summary:
    'Sends a letter or a text to the administrator who asks, or makes and cancels a Pix of R$ 1,00 at the provider. A failure is a normal result.',
  limit: { max: 20, windowMs: 3_600_000, by: 'user' },
  body: z.strictObject({ kind: z.enum(tryOutKinds, 'Escolha o que experimentar.') }),
  reply: z.object({
    ok: z.boolean(),
    /** What happened, or the reason, in words. */
    text: z.string(),
  }),
  errors: ['forbidden', 'too_many_requests'],
});
