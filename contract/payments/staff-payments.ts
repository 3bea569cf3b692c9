import * as z from 'zod/mini';
import { declineReasons, paymentMethods, paymentStates } from '#domain/payments/payments.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { Reply } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';
import { cardPlan } from './payments.ts';
import { calendarDay, oneOrMore, tableQuery, tableReply } from '#contract/staff/tables.ts';

const payment = z.object({
  id: z.int(),
  order: z.object({ id: z.int(), code: z.string() }),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  provider: z.string(),
  amountCents: z.int(),
  receivedCents: z.int(),
  /** Null for other methods, and before the card was charged. */
  cardPlan: z.nullable(cardPlan),
  reference: z.string(),
  endToEndId: z.nullable(z.string()),
  createdAt: instant,
  confirmedAt: nullableInstant,
  expiresAt: instant,
});
export type StaffPayment = z.infer<typeof payment>;

/** The amount that the payer's bank charged back (P26), by bearer; null without a chargeback. */
export const chargebackAmounts = z.nullable(
  z.object({
    /** Out of the sale: the seller's share and the commission. */
    saleCents: z.int(),
    /** After it had been refunded: the buyer's debt, or the guarantee fund's loss (ADR 71). */
    againCents: z.int(),
    /** Null where the guarantee fund bears it. */
    debtor: z.nullable(z.string()),
    /** The buyer's current total debt from chargebacks. */
    owedCents: z.int(),
  }),
);

export const listStaffPayments = endpoint({
  method: 'GET',
  path: '/staff/payments',
  auth: 'staff',
  summary: 'All payments; searched by our reference, the end-to-end id of the Pix, or the order.',
  query: tableQuery(['id', 'amount'], {
    state: oneOrMore(paymentStates),
    method: oneOrMore(paymentMethods),
    from: calendarDay,
    to: calendarDay,
  }),
  reply: tableReply(payment),
});

export const reconcilePayment = endpoint({
  method: 'POST',
  path: '/staff/payments/{id}/reconciliation',
  auth: 'staff',
  // What the provider answers twice counts once.
  repeats: 'harmless',
  limit: { max: 60, windowMs: 60_000, by: 'user' },
  summary: 'Reconciles one payment with the provider now (admins).',
  params: z.strictObject({ id: idText }),
  reply: z.object({ id: z.int(), state: z.enum(paymentStates), news: z.boolean() }),
  errors: ['not_found', 'forbidden', 'too_many_requests'],
});

const news = z.object({
  /** When the provider's notice came in. */
  at: instant,
  eventId: z.string(),
  kind: z.string(),
  /** Null while it waits for processing; an event that failed too often needs manual handling. */
  processedAt: nullableInstant,
  attempts: z.int(),
});

export const getStaffPayment = endpoint({
  method: 'GET',
  path: '/staff/payments/{id}',
  auth: 'staff',
  summary:
    'One payment: every attempt to pay its order, the events of the provider, and the decisions about it.',
  params: z.strictObject({ id: idText }),
  reply: z.extend(payment, {
    /** All charges of the order, this one among them, in their order. */
    attempts: z.array(
      z.object({
        id: z.int(),
        method: z.enum(paymentMethods),
        state: z.enum(paymentStates),
        amountCents: z.int(),
        declinedReason: z.nullable(z.enum(declineReasons)),
        createdAt: instant,
      }),
    ),
    taken: chargebackAmounts,
    /** At most fifty, newest first. Only the name of an event is shown: its content is read from the provider. */
    events: z.array(news),
    history: z.array(
      z.object({
        id: z.int(),
        at: instant,
        kind: z.string(),
        actor: z.nullable(z.string()),
        reason: z.string(),
      }),
    ),
  }),
  errors: ['not_found'],
});
export type StaffPaymentDetail = Reply<typeof getStaffPayment>;

export const getPaymentHealth = endpoint({
  method: 'GET',
  path: '/staff/payment-health',
  auth: 'staff',
  summary:
    'The health of charges: those of the last 24 hours, those pending for long, and methods whose provider does not answer.',
  reply: z.object({
    /** Charges of the last 24 hours, of the newest 20,000 at most, and how they ended. */
    opened: z.int(),
    ended: z.int(),
    confirmed: z.int(),
    /** From charge to money; null where none came. */
    averageMs: z.nullable(z.int()),
    /** Opened more than 30 minutes ago and still without money. */
    waitingLong: z.int(),
    /** Methods whose charges the provider does not create, with the time of the oldest pending one. */
    unstable: z.array(z.object({ method: z.enum(paymentMethods), since: instant })),
    countedAt: instant,
  }),
});

export const reconcilePendingPayments = endpoint({
  method: 'POST',
  path: '/staff/payment-reconciliations',
  auth: 'staff',
  // What the provider answers twice counts once.
  repeats: 'harmless',
  limit: { max: 6, windowMs: 60_000, by: 'user' },
  summary: 'Reconciles pending charges with the provider, the most urgent first (admins).',
  reply: z.object({
    asked: z.int(),
    updated: z.int(),
    /** The provider does not know them. */
    unknown: z.int(),
    /** It gave no answer about these. */
    unanswered: z.int(),
  }),
  errors: ['forbidden', 'too_many_requests'],
});

export const listStrayMoney = endpoint({
  method: 'GET',
  path: '/staff/stray-money',
  auth: 'staff',
  summary:
    'Money received without an order: bank statement lines and provider payments of the last 30 days, each with the order that may match.',
  reply: z.object({
    items: z.array(
      z.object({
        /** Unique in this list. */
        key: z.string(),
        source: z.enum(['statement', 'provider']),
        at: instant,
        amountCents: z.int(),
        /** The name in the bank statement; null when a provider gives none. */
        payerName: z.nullable(z.string()),
        /** The bank's or the provider's id of the movement. */
        movementId: z.string(),
        /** For a line of a bank statement: its id, and the proposed order while a second person must confirm. */
        line: z.nullable(
          z.object({
            id: z.int(),
            proposal: z.nullable(z.object({ orderCode: z.string(), by: z.string(), mine: z.boolean() })),
          }),
        ),
        suggestion: z.nullable(
          z.object({
            order: z.object({ id: z.int(), code: z.string() }),
            buyer: z.string(),
            state: z.enum(paymentStates),
            method: z.enum(paymentMethods),
            createdAt: instant,
            /** Why: the charge's own id, or the same amount at about the time, and whether the name fits too. */
            because: z.enum(['reference', 'amount_and_name', 'amount']),
          }),
        ),
      }),
    ),
  }),
});
export type StrayMoney = Reply<typeof listStrayMoney>['items'][number];
