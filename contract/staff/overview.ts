import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, instant } from '#contract/fields.ts';

const sums = z.object({
  volumeCents: z.int(),
  revenueCents: z.int(),
  placed: z.int(),
  paid: z.int(),
  released: z.int(),
  /** From payment to free money, on average; null while nothing was released. */
  releaseMs: z.nullable(z.int()),
});

export const getOverview = endpoint({
  method: 'GET',
  path: '/staff/overview',
  auth: 'staff',
  summary: 'The figures of the market by day, and their totals compared with the same number of days before.',
  query: z.strictObject({ days: z.optional(z.enum(['7', '30', '90'], 'Escolha 7, 30 ou 90 dias.')) }),
  reply: z.object({
    days: z.array(
      z.object({
        day: z.string(),
        volumeCents: z.int(),
        revenueCents: z.int(),
        placed: z.int(),
        paid: z.int(),
      }),
    ),
    now: sums,
    before: sums,
    methods: z.array(z.object({ method: z.string(), count: z.int() })),
    countedAt: instant,
    /** Of the code that replied. */
    version: z.string(),
  }),
});

export const getBooks = endpoint({
  method: 'GET',
  path: '/staff/books',
  auth: 'staff',
  summary:
    'The state of the ledger: invariants, trial balance, the balance reported by the bank, and whether money is frozen.',
  reply: z.object({
    frozen: z.nullable(z.object({ at: instant, reason: z.string() })),
    /** The newest seal of the record of decisions, a SHA-256 in hex; null before the first. */
    seal: z.nullable(z.object({ number: z.int(), hash: z.string(), at: instant })),
    /** The last check of all books; null before the first. */
    check: z.nullable(
      z.object({
        at: instant,
        tookMs: z.int(),
        invariants: z.array(
          z.object({
            id: z.string(),
            breaks: z.int(),
            examples: z.array(z.object({ subject: z.string(), fault: z.string() })),
          }),
        ),
      }),
    ),
    /** The trial balance of the last check. */
    accounts: z.array(
      z.object({
        kind: z.string(),
        side: z.enum(['debit', 'credit']),
        accounts: z.int(),
        debitsCents: z.int(),
        creditsCents: z.int(),
        balanceCents: z.int(),
      }),
    ),
    /** At the last check: the bank balance according to the ledger, and the sum of the bank's own records. */
    bank: z.object({ oursCents: z.int(), toldCents: z.int() }),
  }),
});

export const checkBooks = endpoint({
  method: 'POST',
  path: '/staff/book-checks',
  auth: 'staff',
  idempotent: true,
  limit: { max: 6, windowMs: 3_600_000, by: 'user' },
  status: 202,
  summary: 'Starts a job that checks the whole ledger. The first violation freezes money.',
  reply: emptyReply,
  errors: ['too_many_requests'],
});
