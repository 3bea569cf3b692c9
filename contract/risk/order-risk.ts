import * as z from 'zod/mini';
import { riskSignals } from '#domain/risk/rules.ts';
import { riskLabels } from '#domain/risk/labels.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/reason.ts';

/** What the rules of risk made of an order, and what staff found out about it (F55). Only staff read it. */
export const orderRisk = z.object({
  score: z.int(),
  /** In the order of the signals' list. */
  reasons: z.array(z.enum(riskSignals)),
  action: z.enum(['none', 'hold']),
  label: z.nullable(z.enum(riskLabels)),
  /** Who found it out, and what they saw; null without a label. */
  labelled: z.nullable(z.object({ by: z.string(), at: instant, note: z.string() })),
  /** Why this viewer may not label it; null where they may. */
  because: z.nullable(z.string()),
});

export const labelOrderRisk = endpoint({
  method: 'POST',
  idempotent: true,
  path: '/staff/orders/{id}/risk-label',
  auth: 'staff',
  summary:
    'An admin records what an examined order turned out to be. A fraud is a signal for later orders of its account, device or document, and is counted where changed rules are tried (N09). It moves no money; a later finding replaces it, and both stay in the audit log.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ label: z.enum(riskLabels, 'Escolha o que foi.'), note: staffReason }),
  reply: emptyReply,
  errors: ['not_found', 'forbidden', 'own_decision', 'invalid_request'],
});
