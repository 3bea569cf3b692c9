import * as z from 'zod/mini';
import { carrierEventKinds } from '#domain/shipping/shipments.ts';
import { providerMethods } from '#domain/payments/payments.ts';
import { amountCents, emptyReply, instant, singleLine } from '#contract/fields.ts';
import { endpoint } from '#contract/endpoint.ts';

/** The workbench at /dev: it exists only while simulators run, never in production without ALLOW_SIMULATORS=1. */
export const getWorkbench = endpoint({
  method: 'GET',
  path: '/dev/workbench',
  auth: 'simulator',
  summary: 'Demo accounts, the simulated mailbox and phones, open charges and the market clock.',
  reply: z.object({
    now: instant,
    offsetMs: z.int(),
    accounts: z.array(
      z.object({ login: z.string(), username: z.string(), role: z.string(), about: z.string() }),
    ),
    mails: z.array(
      z.object({
        id: z.int(),
        recipient: z.string(),
        subject: z.string(),
        text: z.string(),
        url: z.nullable(z.string()),
        at: instant,
      }),
    ),
    textMessages: z.array(z.object({ id: z.int(), phone: z.string(), text: z.string(), at: instant })),
    charges: z.array(
      z.object({
        reference: z.string(),
        code: z.nullable(z.string()),
        title: z.nullable(z.string()),
        amountCents: z.int(),
        method: z.enum(providerMethods),
        state: z.string(),
        createdAt: instant,
      }),
    ),
    payouts: z.array(
      z.object({ reference: z.string(), amountCents: z.int(), state: z.string(), createdAt: instant }),
    ),
    /** Parcels of the simulated carriers, newest first, with what happens to each next. */
    parcels: z.array(
      z.object({
        labelId: z.string(),
        /** The order's hash. */
        hash: z.string(),
        trackingCode: z.string(),
        boughtAt: instant,
        isCancelled: z.boolean(),
        next: z.nullable(z.object({ kind: z.enum(carrierEventKinds), at: instant })),
      }),
    ),
  }),
});

export const listLetters = endpoint({
  method: 'GET',
  path: '/dev/letters',
  auth: 'simulator',
  summary:
    'Every e-mail that the marketplace sends, with sample data; the HTML is at /dev/letters/{slug}.html.',
  reply: z.object({ items: z.array(z.object({ slug: z.string(), subject: z.string(), text: z.string() })) }),
});

export const simulatePayment = endpoint({
  method: 'POST',
  path: '/dev/charges/payment',
  auth: 'simulator',
  // Simulators move no real money.
  repeats: 'harmless',
  summary: 'Pays a charge as a bank would: right, wrong amount, duplicate notices, or late.',
  body: z.strictObject({
    reference: z.string().check(z.maxLength(40)),
    /** An amount that differs from the charge. */
    amountCents: z.optional(amountCents),
    /** How many copies of the notice the bank sends. */
    copies: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    /** The CPF of a third-party payer. */
    payerDocument: z.optional(z.string().check(z.regex(/^\d{11}$/))),
  }),
  reply: emptyReply,
  errors: ['not_found'],
});

export const simulateCardDecision = endpoint({
  method: 'POST',
  path: '/dev/charges/card-decision',
  auth: 'simulator',
  repeats: 'harmless',
  summary: 'Ends the review of a card payment, as a bank would.',
  body: z.strictObject({
    reference: z.string().check(z.maxLength(40)),
    outcome: z.enum(['approved', 'declined']),
  }),
  reply: emptyReply,
  errors: ['not_found'],
});

export const simulatePayoutReturn = endpoint({
  method: 'POST',
  path: '/dev/payouts/return',
  auth: 'simulator',
  // Simulators move no real money.
  repeats: 'harmless',
  summary: 'Returns the money of a completed payout, as the receiving bank would.',
  body: z.strictObject({ reference: z.string().check(z.maxLength(40)) }),
  reply: emptyReply,
  errors: ['not_found'],
});

export const simulateContestation = endpoint({
  method: 'POST',
  path: '/dev/charges/contestation',
  auth: 'simulator',
  // Simulators move no real money.
  repeats: 'harmless',
  summary: 'Simulates a contestation of a paid charge at the payer’s bank, and its outcomes.',
  body: z.strictObject({
    reference: z.string().check(z.maxLength(40)),
    to: z.enum(['open', 'kept', 'lost', 'won']),
    /** The charged back amount; by default all that was not refunded, at most the received amount. */
    takenCents: z.optional(amountCents),
    /** How many copies of the notice the bank sends. */
    copies: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  }),
  reply: emptyReply,
  errors: ['not_found'],
});

export const simulateParcel = endpoint({
  method: 'POST',
  path: '/dev/parcels/event',
  auth: 'simulator',
  // Simulators move no real parcel.
  repeats: 'harmless',
  summary: 'Lets the next planned event of a parcel happen now, or one of this kind.',
  body: z.strictObject({
    labelId: z.string().check(singleLine, z.maxLength(100)),
    kind: z.optional(z.enum(carrierEventKinds)),
  }),
  reply: emptyReply,
  errors: ['not_found'],
});

export const simulateSession = endpoint({
  method: 'POST',
  path: '/dev/sessions',
  auth: 'simulator',
  repeats: 'harmless',
  summary: 'One-click sign-in to a demo account.',
  status: 201,
  body: z.strictObject({ login: z.string().check(z.maxLength(254)) }),
  reply: z.object({ token: z.string() }),
  errors: ['not_found'],
});

export const moveClock = endpoint({
  method: 'POST',
  path: '/dev/clock',
  auth: 'simulator',
  repeats: 'harmless',
  summary: 'Moves the market clock forward; every timer that becomes due runs.',
  body: z.strictObject({
    byMs: z
      .int('Informe milissegundos inteiros.')
      .check(
        z.minimum(0, 'O relógio só anda para a frente.'),
        z.maximum(400 * 86_400_000, 'Avance no máximo 400 dias.'),
      ),
  }),
  reply: z.object({ now: instant }),
});
