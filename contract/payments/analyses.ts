import * as z from 'zod/mini';
import { analysisOutcomes, analysisReasons, markedReasons } from '#domain/payments/analyses.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant, nullableInstant } from '#contract/fields.ts';

/** An admin's analysis of an order's payment (§4.6, §4.15), visible only to staff. */
export const analysis = z.object({
  reason: z.enum(analysisReasons),
  note: z.string(),
  /** Null where the rules of risk started it (F55). */
  by: z.nullable(z.string()),
  at: instant,
  /** When it ends by itself and everything goes on. */
  until: instant,
  endedAt: nullableInstant,
  /** Null while it lasts, and where its time was over. */
  endedBy: z.nullable(z.string()),
  outcome: z.nullable(z.enum(analysisOutcomes)),
  endNote: z.nullable(z.string()),
});
export type Analysis = z.infer<typeof analysis>;

/** One that lasts, with its order. */
const openAnalysis = z.object({
  ...analysis.shape,
  order: z.object({ id: z.int(), code: z.string(), title: z.string() }),
  buyer: z.string(),
  seller: z.string(),
  amountCents: z.int(),
});
export type OpenAnalysis = z.infer<typeof openAnalysis>;

export const listAnalyses = endpoint({
  method: 'GET',
  path: '/staff/analyses',
  auth: 'staff',
  summary: 'Paid orders whose payment is in analysis, the earliest to lapse first; a hundred at most.',
  reply: z.object({ items: z.array(openAnalysis) }),
});

const deciding = {
  method: 'POST',
  auth: 'staff',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
} as const;

const requiredNote = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(10, missing), z.maxLength(2000, 'Use até 2.000 letras.'));

export const markAnalysis = endpoint({
  ...deciding,
  path: '/staff/orders/{id}/analysis',
  summary:
    'An admin marks the payment of a paid order as in analysis: money, deadlines and refunds are paused for 24 hours at most, once per order.',
  status: 201,
  body: z.strictObject({
    reason: z.enum(markedReasons, 'Escolha um motivo.'),
    note: requiredNote('Escreva o que você viu, com pelo menos 10 letras.'),
  }),
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'already_requested', 'money_frozen'],
});

export const releaseAnalysis = endpoint({
  ...deciding,
  path: '/staff/orders/{id}/analysis-release',
  summary: 'An admin ends the analysis: deadlines continue with their remaining time.',
  body: z.strictObject({ note: requiredNote('Escreva o que você conferiu, com pelo menos 10 letras.') }),
  errors: ['not_found', 'forbidden', 'own_decision', 'already_decided', 'money_frozen'],
});
