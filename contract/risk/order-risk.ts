import * as z from 'zod/mini';
import { riskSignals } from '#domain/risk/rules.ts';
import { riskLabels } from '#domain/risk/labels.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant, nullableInstant } from '#contract/fields.ts';
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

/** Held now; scored high in the past 30 days and not labelled; labelled as fraud. */
export const riskTabs = ['retidos', 'altos', 'fraudes'] as const;
export type RiskTab = (typeof riskTabs)[number];

export const listOrderRisks = endpoint({
  method: 'GET',
  path: '/staff/order-risks',
  auth: 'staff',
  summary:
    'Orders that the rules of risk hold now (the first to end first, and without a tab), scored at least half of what holds in the past 30 days, or that turned out to be fraud (the newest first); of one signal where asked for. A hundred at most.',
  query: z.strictObject({
    tab: z.optional(z.enum(riskTabs)),
    signal: z.optional(z.enum(riskSignals)),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        ...z.pick(orderRisk, { score: true, reasons: true, label: true }).shape,
        order: z.object({ id: z.int(), code: z.string(), title: z.string() }),
        buyer: z.string(),
        seller: z.string(),
        amountCents: z.int(),
        placedAt: instant,
        /** When the analysis ends by itself; null where none lasts. */
        until: nullableInstant,
      }),
    ),
  }),
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
