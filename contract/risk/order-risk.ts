import * as z from 'zod/mini';
import { riskSignals } from '#domain/risk/rules.ts';
import { riskLabels } from '#domain/risk/labels.ts';

/** What the rules of risk made of an order, and what staff found out about it (F55). Only staff read it. */
export const orderRisk = z.object({
  score: z.int(),
  /** In the order of the signals' list. */
  reasons: z.array(z.enum(riskSignals)),
  action: z.enum(['none', 'hold']),
  label: z.nullable(z.enum(riskLabels)),
});
