import * as z from 'zod/mini';
import { plans } from '#domain/listings/listings.ts';
import { riskSignals } from '#domain/risk/rules.ts';
import { endpoint } from '#contract/endpoint.ts';
import { previewSettings } from './settings.ts';

/** Orders and their totals in centavos; `frauds` of them turned out to be fraud. */
const counted = z.object({ orders: z.int(), cents: z.int(), frauds: z.int() });
const outcomes = z.object({ passed: counted, held: counted, refused: counted });

export const dryRunSettings = endpoint({
  method: 'POST',
  path: '/staff/settings/dry-run',
  auth: 'staff',
  repeats: 'harmless',
  limit: { max: 20, windowMs: 60_000, by: 'user' },
  summary:
    'Tries a change of settings on the orders of the past 30 days (N09), without saving it: what the rules of risk would hold and refuse, and what plans and levels would charge. Before and after are both computed, from the newest version. An order is fraud when staff labelled it so, its payment was taken back by a contestation, or staff refunded it in an analysis. Purchases that were refused left no order and are not counted.',
  body: previewSettings.body,
  reply: z.object({
    days: z.int(),
    /** Open orders keep the rules they were placed with. */
    openOrders: z.int(),
    /** Listings on sale, whose next orders follow the change. */
    listings: z.int(),
    /** Placed in the past days: as many follow the change in the next days, if sales stay as they are. */
    recent: z.object({ orders: z.int(), cents: z.int() }),
    /** Null where the change leaves the rules of risk as they are. */
    risk: z.nullable(
      z.object({
        /** Orders with facts that were tried; false where older ones were left out. */
        orders: z.int(),
        complete: z.boolean(),
        /** False where the change leaves the rules switched off, so that everything passes. */
        active: z.boolean(),
        before: outcomes,
        after: outcomes,
        /** Held or refused orders of each signal; only signals whose figures change. */
        signals: z.array(z.object({ signal: z.enum(riskSignals), before: counted, after: counted })),
      }),
    ),
    /** Null where the change leaves fees as they are. */
    fees: z.nullable(
      z.object({
        orders: z.int(),
        complete: z.boolean(),
        /** Commission of the paid orders, guarantee included, refunds not taken off. */
        plans: z.array(
          z.object({
            plan: z.enum(plans),
            orders: z.int(),
            cents: z.int(),
            beforeCents: z.int(),
            afterCents: z.int(),
          }),
        ),
      }),
    ),
  }),
  errors: ['invalid_request', 'forbidden'],
});
