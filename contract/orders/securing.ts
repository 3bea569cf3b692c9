import * as z from 'zod/mini';
import { securingOutcomes, securingSteps } from '#domain/orders/securing.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hash, instant, nullableInstant } from '#contract/fields.ts';

/** N13: the securing of a bought account; the time to confirm stands still until it ends, at most until `until`. */
export const orderSecuring = z.object({
  startedAt: instant,
  until: instant,
  /** The steps ticked so far. */
  steps: z.array(z.enum(securingSteps)),
  outcome: z.nullable(z.enum(securingOutcomes)),
  endedAt: nullableInstant,
});

export const tickSecuringStep = endpoint({
  method: 'PUT',
  path: '/orders/{hash}/securing/steps/{step}',
  auth: 'user',
  summary: 'The buyer of an account ticks a step of securing it, or takes the tick back (N13).',
  params: z.strictObject({ hash, step: z.enum(securingSteps, 'Escolha um dos passos da lista.') }),
  body: z.strictObject({ done: z.boolean('Diga se o passo está feito.') }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'wrong_state'],
});

export const endSecuring = endpoint({
  method: 'POST',
  path: '/orders/{hash}/securing/end',
  auth: 'user',
  idempotent: true,
  summary:
    'The buyer has secured the account, with every step ticked, or declines to; from then on the time to confirm runs (N13).',
  params: z.strictObject({ hash }),
  body: z.strictObject({ outcome: z.enum(securingOutcomes, 'Diga se terminou ou se dispensa os passos.') }),
  reply: z.object({ dueAt: instant }),
  errors: ['not_found', 'wrong_state'],
});
