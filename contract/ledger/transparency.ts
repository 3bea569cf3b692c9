import * as z from 'zod/mini';
import { appealKindNames } from '#domain/appeals/kinds.ts';
import { complaintReasons } from '#domain/complaints/complaints.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant } from '#contract/fields.ts';

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Informe um dia, como 2026-11-27.'));
/** SHA-256 in hexadecimal. */
const hash = z.string();

/** A closing of the ledger (N10). */
const closing = z.object({
  number: z.int(),
  /** The last day that was over, in São Paulo. */
  day,
  closedAt: instant,
  journals: z.int(),
  root: hash,
});

/** How a kind of decision went, in the last 90 days. */
const decisions = z.object({
  decided: z.int(),
  /** From the request to the decision; null below five decisions. */
  medianSeconds: z.nullable(z.int()),
});

export const getTransparency = endpoint({
  method: 'GET',
  path: '/public/transparency',
  auth: 'public',
  mayUseReplica: true,
  summary:
    "The marketplace's open numbers: sales and refunds by month, times of decisions, decisions by reason and those that an appeal changed, and the newest closings of the ledger (N10).",
  reply: z.object({
    /** Up to twelve, the newest first; the first one is not over yet. */
    months: z.array(
      z.object({
        /** `YYYY-MM` */
        month: z.string(),
        sales: z.int(),
        salesCents: z.int(),
        refunds: z.int(),
        refundsCents: z.int(),
      }),
    ),
    complaints: z.object({
      ...decisions.shape,
      opened: z.int(),
      /** Ended without the team: agreed, given up, or decided by a deadline. */
      endedWithoutTeam: z.int(),
      appealed: z.int(),
      /** The decision on the appeal had another result. */
      overturned: z.int(),
      /** The rule that a decision cites is the team's own words, so the reason is counted, which is from a list. */
      byReason: z.array(
        z.object({
          reason: z.enum(complaintReasons),
          decided: z.int(),
          /** The buyer got all, a part or another unit. */
          forBuyer: z.int(),
          overturned: z.int(),
        }),
      ),
    }),
    withdrawals: decisions,
    /** Decisions of staff about people, of the kinds with at least five (N04). */
    byKind: z.array(
      z.object({
        kind: z.enum(appealKindNames),
        /** Its name in Portuguese. */
        label: z.string(),
        decided: z.int(),
        appealed: z.int(),
        overturned: z.int(),
      }),
    ),
    closings: z.array(closing),
    /** The Ed25519 key that verifies dossiers of orders (N07), in hexadecimal. */
    dossierKey: z.string(),
  }),
  errors: [],
});

export type Transparency = z.infer<typeof getTransparency.reply>;

export const getClosing = endpoint({
  method: 'GET',
  path: '/public/closings/{day}',
  auth: 'public',
  mayUseReplica: true,
  summary:
    'The hashes of the journals of a closed day in their order, computed from the journals as they are now, so that anyone can verify the published root (N10, `npm run verify:ledger`).',
  params: z.strictObject({ day }),
  query: z.strictObject({
    /** The last number of the page before. */
    after: z.optional(idText),
  }),
  limit: { max: 60, windowMs: 60_000, by: 'ip' },
  reply: z.object({
    ...closing.shape,
    /** Null for the first closing. */
    formerRoot: z.nullable(hash),
    hashes: z.array(hash),
    /** `after` of the next page; null on the last one. */
    next: z.nullable(z.int()),
  }),
  errors: ['not_found'],
});
