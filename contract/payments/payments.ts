import * as z from 'zod/mini';
import { declineReasons, paymentMethods, paymentStates, providerMethods } from '#domain/payments/payments.ts';
import { emptyReply, hash, idText, instant, nullableInstant, singleLine } from '#contract/fields.ts';
import { endpoint } from '#contract/endpoint.ts';
import { manualPayment } from './payment-proofs.ts';

/** What a card payment costs its buyer: the price, the interest of the card's bank, and their sum (§4.6). */
export const cardPlan = z.object({
  count: z.int(),
  eachCents: z.int(),
  interestCents: z.int(),
  totalCents: z.int(),
});

/** How an order is being or was paid, on its page. */
export const orderPayment = z.object({
  state: z.enum(paymentStates),
  method: z.enum(paymentMethods),
  /** The amount of this charge: the total, or the missing rest. */
  amountCents: z.int(),
  /** The held partial payment, visible to the buyer (§4.6). */
  heldCents: z.int(),
  /**
   * Whether a refund can only return to the payer, not to the buyer's balance: another person paid, or the card
   * payment can still be contested. Shown to the buyer only.
   */
  returnsOnly: z.boolean(),
  expiresAt: instant,
  pixCode: z.nullable(z.string()),
  receiver: z.nullable(z.string()),
  boleto: z.nullable(z.object({ line: z.string(), barcode: z.string(), url: z.string() })),
  /** The charged card and installments; null until the provider was called. */
  card: z.nullable(
    z.object({
      brand: z.nullable(z.string()),
      last4: z.nullable(z.string()),
      plan: cardPlan,
    }),
  ),
  /** The provider's page where a card is typed. */
  payUrl: z.nullable(z.string()),
  declinedReason: z.nullable(z.enum(declineReasons)),
  reviewReason: z.nullable(z.enum(['provider', 'third_party'])),
  reviewUntil: nullableInstant,
  /** The provider methods with which the buyer may still pay it (P01). */
  ways: z.array(z.enum(providerMethods)),
  manual: z.nullable(manualPayment),
});

/** In whose name a boleto is made out, where the account has no CPF or CNPJ; otherwise they are ignored. */
export const billingFields = {
  payerName: z.optional(
    z.string('Escreva o nome completo.').check(singleLine, z.maxLength(120, 'Use até 120 letras.')),
  ),
  payerDocument: z.optional(
    z.string('Informe o CPF ou CNPJ.').check(singleLine, z.maxLength(20, 'Confira o CPF ou CNPJ.')),
  ),
};

export const createPayment = endpoint({
  method: 'POST',
  path: '/orders/{hash}/payments',
  auth: 'user',
  summary:
    "The buyer pays an unpaid order: with a card token from the provider's fields, again after a refusal, or by another method.",
  idempotent: true,
  status: 201,
  params: z.strictObject({ hash }),
  body: z.strictObject({
    method: z.enum(paymentMethods, 'Escolha uma forma de pagamento.'),
    ...billingFields,
    /** Made in the browser by the provider's fields. A card's number is no token: it would only be digits. */
    token: z.optional(
      z
        .string('Digite os dados do cartão.')
        .check(
          z.maxLength(200, 'Digite de novo os dados do cartão.'),
          z.regex(/^(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9_-]{16,}$/, 'Digite de novo os dados do cartão.'),
        ),
    ),
    brand: z.optional(z.string().check(z.regex(/^[a-z0-9_]{2,30}$/, 'Digite de novo os dados do cartão.'))),
    installments: z.optional(
      z
        .int('Escolha as parcelas.')
        .check(z.minimum(1, 'Escolha as parcelas.'), z.maximum(12, 'Escolha até 12 parcelas.')),
    ),
  }),
  reply: z.object({ hash: z.string(), method: z.enum(paymentMethods), expiresAt: instant }),
  errors: [
    'not_found',
    'wrong_state',
    'method_closed',
    'verification_required',
    'request_in_progress',
    'payment_attempts_used',
    'account_suspended',
  ],
});

const paymentReview = z.object({
  id: z.int(),
  hash: z.string(),
  code: z.string(),
  title: z.string(),
  buyer: z.string(),
  seller: z.string(),
  method: z.enum(paymentMethods),
  amountCents: z.int(),
  /** The provider examines it, or a third party paid. */
  reason: z.enum(['provider', 'third_party']),
  payerDocument: z.nullable(z.string()),
  /** It goes on by itself, or is given up, at this instant. */
  until: instant,
  decidable: z.boolean(),
});
export type PaymentReview = z.infer<typeof paymentReview>;

export const listPaymentReviews = endpoint({
  method: 'GET',
  path: '/staff/payment-reviews',
  auth: 'staff',
  summary: 'Payments pending review, the most urgent first (§4.6).',
  reply: z.object({ items: z.array(paymentReview) }),
});

export const decidePaymentReview = endpoint({
  method: 'POST',
  path: '/staff/payment-reviews/{id}/decision',
  auth: 'staff',
  summary: 'Accepts a payment by a third party, or refunds it and cancels the order (P06).',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['release', 'refund'], 'Escolha liberar ou devolver.'),
    /** Why, for the order's story; required to send back. */
    note: z.string('Diga o motivo.').check(z.trim(), z.maxLength(500, 'Use até 500 letras.')),
  }),
  reply: emptyReply,
  errors: ['not_found', 'own_decision', 'already_decided', 'wrong_state'],
});

const difference = z.object({
  id: z.int(),
  provider: z.string(),
  day: z.string(),
  /** `chargeback`: the amount that the payer's bank charged back. */
  kind: z.enum(['receipt', 'refund', 'payout', 'chargeback']),
  problem: z.enum(['ours_missing', 'theirs_missing', 'amount_differs', 'refunded_twice']),
  movementId: z.string(),
  reference: z.nullable(z.string()),
  ourCents: z.nullable(z.int()),
  theirCents: z.nullable(z.int()),
  foundAt: instant,
});

export const listPaymentDifferences = endpoint({
  method: 'GET',
  path: '/staff/payment-differences',
  auth: 'staff',
  summary:
    "The differences found by the daily reconciliation with the provider's list of movements, newest first.",
  reply: z.object({
    items: z.array(difference),
    days: z.array(z.object({ day: z.string(), movements: z.int(), differences: z.int(), at: instant })),
  }),
});

export const checkPayment = endpoint({
  method: 'POST',
  path: '/orders/{hash}/payment-check',
  auth: 'user',
  // A repeated answer of the provider has no further effect.
  repeats: 'harmless',
  summary: 'Checks the payment with the provider now, for a buyer who has just paid.',
  limit: { max: 60, windowMs: 60_000, by: 'user' },
  params: z.strictObject({ hash }),
  reply: emptyReply,
  errors: ['not_found', 'too_many_requests'],
});

export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/webhooks/{provider}',
  auth: 'webhook',
  // A notice that comes twice counts once.
  repeats: 'harmless',
  summary:
    "A provider's signed webhook: stored once and answered at once; its content is then read from the provider's API.",
  params: z.strictObject({ provider: z.string().check(z.regex(/^[a-z-]{2,30}$/)) }),
  /** What an institution adds to its address; the signature of some covers it. */
  query: z.looseObject({}),
  body: z.unknown(),
  reply: emptyReply,
  errors: ['webhook_signature', 'not_found', 'too_many_requests'],
});
