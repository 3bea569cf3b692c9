import * as z from 'zod/mini';
import { heldAccounts, heldOutcomes, heldReasons } from '#domain/ledger/held-money.ts';
import { statementAccounts, statementTopics } from '#domain/ledger/statements.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';
import { orderPendingResponse } from '#contract/orders/parts.ts';
import { withdrawalRequirements } from '#domain/withdrawals/withdrawals.ts';

const orderLink = z.object({ hash: z.string(), code: z.string(), title: z.string() });
const held = z.object({ cents: z.int(), count: z.int() });

export const getBalances = endpoint({
  method: 'GET',
  path: '/balances',
  auth: 'user',
  summary:
    "The signed-in user's money: the available balance, and the held amount of each kind of account (N01).",
  reply: z.object({
    availableCents: z.int(),
    /** Given back by refunds, to buy with or to withdraw. */
    purchaseCreditCents: z.int(),
    /** Owed to the platform; the next money pays it. */
    debtCents: z.int(),
    /** The debt from a chargeback of a refunded payment; all incoming money pays it. */
    chargebackDebtCents: z.int(),
    held: z.object({
      escrow: held,
      pending_release: held,
      blocked: held,
      withdrawal_in_transit: held,
      refund_due: held,
    }),
    /** The next sale to be free. */
    nextRelease: z.nullable(z.object({ amountCents: z.int(), at: instant })),
    /** The database's clock, by which days and deadlines are counted. */
    now: instant,
    withdrawal: z.object({
      minCents: z.int(),
      nextFeeCents: z.int(),
      /** Until when one that is asked for now arrives. */
      arrivesBy: instant,
      /** None may be asked for before, because the account's security changed; null when one may. */
      waitsUntil: nullableInstant,
      /** What the person still has to complete before the first one. */
      missing: z.array(z.enum(withdrawalRequirements)),
      /** How long withdrawals pause after the account's security changes, in milliseconds. */
      coolDownMs: z.int(),
      /** The maximum share of a withdrawal that pays a debt, in basis points. */
      debtBps: z.int(),
      holderName: z.nullable(z.string()),
      /** The document as a Pix key, masked; null until the identity is verified. */
      pixKey: z.nullable(z.string()),
    }),
  }),
});

export const listHeldMoney = endpoint({
  method: 'GET',
  path: '/held-money/{account}',
  auth: 'user',
  summary:
    'Why money is held: each case of one kind of account with its rule, its date, its outcome and the order (N01).',
  params: z.strictObject({ account: z.enum(heldAccounts) }),
  query: z.strictObject({
    /** `next` of the page before. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}_\d{1,15}$/, 'Esta página não existe.'))),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        amountCents: z.int(),
        reason: z.enum(heldReasons),
        /** When the clock acts, or by when money that leaves has left. */
        until: instant,
        outcome: z.enum(heldOutcomes),
        /** When it is released without further action; null when it needs an action. */
        freeAt: nullableInstant,
        /** The retention of the order's category, where that and not the general rule says when it is free (§4.3). */
        categoryHold: z.nullable(z.object({ category: z.string(), days: z.int() })),
        order: z.nullable(orderLink),
        /** The complaining side, and the response that the complaint waits for. */
        complaint: z.nullable(z.object({ buyer: z.string(), waits: orderPendingResponse })),
        /** Why an admin blocked the money (N02), as written for its owner; null without a block. */
        blockWords: z.nullable(z.string()),
      }),
    ),
    next: z.nullable(z.string()),
    now: instant,
  }),
  errors: ['not_found'],
});

const askDay = 'Informe a data como dia, mês e ano.';
/** Of this century: PostgreSQL knows no year 0. */
const day = z.iso.date(askDay).check(z.regex(/^20/, askDay));

const filter = {
  account: z.optional(z.enum(statementAccounts)),
  topic: z.optional(z.enum(statementTopics)),
  /** First day, `2026-03-12`, in São Paulo. */
  from: z.optional(day),
  /** Last day, included. */
  to: z.optional(day),
};

const line = z.object({
  /** The account's own count of movements: `before` of the next page. */
  number: z.int(),
  description: z.string(),
  topic: z.enum(statementTopics),
  amountCents: z.int(),
  balanceCents: z.int(),
  at: instant,
  order: z.nullable(orderLink),
  withdrawalId: z.nullable(z.int()),
  /** The unguessable id of the public receipt: `/recibo/{receipt}`. */
  receipt: z.string(),
});
export type StatementLine = z.infer<typeof line>;

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  auth: 'user',
  summary:
    'The statement of one account, newest first, each line with the balance after it; the first page also has the totals.',
  query: z.strictObject({ ...filter, before: z.optional(idText) }),
  reply: z.object({
    items: z.array(line),
    next: z.nullable(z.int()),
    /** Of all lines that the filter finds; null on later pages. */
    totals: z.nullable(z.object({ count: z.int(), inCents: z.int(), outCents: z.int() })),
  }),
  errors: ['invalid_request'],
});

export const getStatementFile = endpoint({
  method: 'GET',
  path: '/transactions/file',
  auth: 'user',
  summary: 'A link, valid for five minutes in this session, to the filtered statement as CSV.',
  query: z.strictObject(filter),
  reply: z.object({ url: z.string() }),
  errors: ['invalid_request'],
});

export const getReceipt = endpoint({
  method: 'GET',
  path: '/public/receipts/{receipt}',
  auth: 'public',
  summary: 'The receipt of one movement, with masked names, for anyone who has its code.',
  limit: { max: 60, windowMs: 60_000, by: 'ip' },
  params: z.strictObject({ receipt: z.string().check(z.regex(/^[0-9A-Za-z-]{26,40}$/)) }),
  reply: z.object({
    receipt: z.string(),
    description: z.string(),
    at: instant,
    /** Positive came in, negative went out. */
    amountCents: z.int(),
    /** Masked: `jo***`. */
    holder: z.string(),
    /** Masked; null without a counterparty. */
    otherParty: z.nullable(z.string()),
    orderCode: z.nullable(z.string()),
  }),
  errors: ['not_found', 'too_many_requests'],
});
