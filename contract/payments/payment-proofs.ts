import * as z from 'zod/mini';
import { orderStates } from '#domain/orders/orders.ts';
import {
  paymentProofLimits,
  paymentProofRefusals,
  paymentProofStates,
} from '#domain/payments/payment-proofs.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  instantInput,
  hash,
  id,
  idText,
  instant,
  singleLine,
  nullableInstant,
  megabytes,
} from '#contract/fields.ts';
import { pageReply, queueQuery } from '#contract/staff/tables.ts';

export const uploadPaymentProofFile = endpoint({
  method: 'POST',
  path: '/receipt-files',
  auth: 'user',
  // A file that no payment proof uses is deleted after a day.
  repeats: 'harmless',
  summary:
    'Uploads the file of a payment proof as raw bytes: an image is re-encoded, a PDF is stored unchanged.',
  limit: { max: 20, windowMs: 60 * 60_000, by: 'user' },
  status: 201,
  binary: { ...paymentProofLimits.file, size: paymentProofLimits.fileMegabytes },
  reply: z.object({ id: z.int(), isPicture: z.boolean(), bytes: z.int() }),
  errors: ['payload_too_large', 'unsupported_media', 'unsafe_file', 'too_many_requests'],
});

const { payerName, bank } = paymentProofLimits;

export const sendPaymentProof = endpoint({
  method: 'POST',
  path: '/orders/{hash}/receipts',
  auth: 'user',
  summary: 'The buyer sends the proof of a manual payment; staff review it (P02, §4.7).',
  idempotent: true,
  status: 201,
  params: z.strictObject({ hash }),
  body: z.strictObject({
    fileId: id,
    payerName: z
      .string('Diga o nome de quem pagou.')
      .check(
        singleLine,
        z.minLength(payerName.min, 'Escreva o nome de quem pagou, como aparece no comprovante.'),
        z.maxLength(payerName.max, 'Use até 120 letras.'),
      ),
    bank: z
      .string('Diga o banco de onde saiu.')
      .check(
        singleLine,
        z.minLength(bank.min, 'Escreva o banco de onde o dinheiro saiu.'),
        z.maxLength(bank.max, 'Use até 80 letras.'),
      ),
    paidAt: instantInput('Informe o dia e a hora do pagamento.'),
    amountCents,
  }),
  reply: z.object({ hash: z.string(), state: z.enum(orderStates), sending: z.int() }),
  errors: ['not_found', 'receipt_not_awaited', 'receipt_repeated', 'invalid_request'],
});

/** The instructions and payment proofs of a manual payment, for its buyer only (§4.7). */
export const manualPayment = z.object({
  account: z.object({
    holder: z.string(),
    document: z.string(),
    pixKey: z.string(),
    bank: z.string(),
    branch: z.string(),
    account: z.string(),
  }),
  receipts: z.array(
    z.object({
      sending: z.int(),
      state: z.enum(paymentProofStates),
      sentAt: instant,
      refusal: z.nullable(z.enum(paymentProofRefusals)),
      note: z.nullable(z.string()),
    }),
  ),
  sendingsLeft: z.int(),
  /** The target time for the review by staff. */
  answerBy: nullableInstant,
});

const late = z.enum(['on_time', 'late', 'overdue']);

const row = z.object({
  id: z.int(),
  state: z.enum(paymentProofStates),
  code: z.string(),
  buyer: z.string(),
  payerName: z.string(),
  totalCents: z.int(),
  sending: z.int(),
  sentAt: instant,
  /** Past 24 h, past 48 h (§4.7). */
  late,
  proposedBy: z.nullable(z.string()),
});
export type StaffPaymentProofRow = z.infer<typeof row>;

const tabs = z.enum(['pendentes', 'aprovados', 'recusados']);

export const listStaffPaymentProofs = endpoint({
  method: 'GET',
  path: '/staff/receipts',
  auth: 'staff',
  summary:
    'The queue of payment proofs by tab and page, the oldest first, and the date of the loaded statement.',
  query: queueQuery({ tab: z.optional(tabs) }),
  reply: z.object({
    ...pageReply(row).shape,
    counts: z.object({ pendentes: z.int(), aprovados: z.int(), recusados: z.int() }),
    statement: z.object({ unmatched: z.int(), newestAt: nullableInstant }),
  }),
});

const line = z.object({
  id: z.int(),
  bankId: z.string(),
  at: instant,
  amountCents: z.int(),
  payerName: z.string(),
  /** Masked: `***.982.247-**`; empty when the bank gives none. */
  document: z.string(),
  /** 0 to 100: amount, name and nearness in time together. */
  fit: z.int(),
});
export type BankLineRow = z.infer<typeof line>;

export const getStaffPaymentProof = endpoint({
  method: 'GET',
  path: '/staff/receipts/{id}',
  auth: 'staff',
  summary: 'One payment proof with a short-lived link to its file and the statement lines that may match it.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    ...row.shape,
    hash: z.string(),
    title: z.string(),
    seller: z.string(),
    bank: z.string(),
    paidAt: instant,
    amountCents: z.int(),
    file: z.object({ url: z.string(), isPicture: z.boolean() }),
    /** A similar payment proof of another order; most often only the same form of a bank. */
    similar: z.nullable(z.object({ id: z.int(), code: z.string() })),
    earlier: z.array(
      z.object({
        sending: z.int(),
        refusal: z.nullable(z.enum(paymentProofRefusals)),
        note: z.nullable(z.string()),
        by: z.nullable(z.string()),
        at: nullableInstant,
      }),
    ),
    candidates: z.array(line),
    /** The line that was proposed or approved. */
    line: z.nullable(line),
    /** Of the line, or with `refusal` to refuse it. */
    proposal: z.nullable(
      z.object({
        by: z.string(),
        mine: z.boolean(),
        at: instant,
        refusal: z.nullable(z.enum(paymentProofRefusals)),
        note: z.nullable(z.string()),
      }),
    ),
    needsTwo: z.boolean(),
    /** The sum of the window, where it and not this amount alone asks for a second person (ADR 0075). */
    sumReason: z.nullable(z.string()),
    decision: z.nullable(
      z.object({
        by: z.nullable(z.string()),
        at: instant,
        refusal: z.nullable(z.enum(paymentProofRefusals)),
        note: z.nullable(z.string()),
      }),
    ),
    /** The effect of this viewer's approval: it pays the order, or proposes it to a second person. */
    consent: z.enum(['approve', 'propose']),
    /** The effect of this viewer's rejection. */
    refusing: z.enum(['reject', 'propose']),
    decidable: z.boolean(),
    notDecidableBecause: z.nullable(z.string()),
  }),
  errors: ['not_found'],
});

export const decidePaymentProof = endpoint({
  method: 'POST',
  path: '/staff/receipts/{id}/decision',
  auth: 'staff',
  summary:
    'Approves a payment proof against one statement line or refuses it with a reason, or proposes either (§4.7).',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['approve', 'reject'], 'Escolha aprovar ou recusar.'),
    bankLineId: z.optional(id),
    refusal: z.optional(z.enum(paymentProofRefusals, 'Escolha um motivo da lista.')),
    note: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Use até 500 letras.'))),
  }),
  reply: z.object({ id: z.int(), state: z.enum(paymentProofStates), orderState: z.enum(orderStates) }),
  errors: [
    'not_found',
    'already_decided',
    'held_by_colleague',
    'own_decision',
    'forbidden',
    'amount_mismatch',
    'bank_line_taken',
    'second_person_needed',
    'invalid_request',
    'money_frozen',
  ],
});

/** The outcome for the money of a line: proposed to a second person, its order is reinstated, or it is refunded. */
export const matchOutcomes = ['proposed', 'reinstated', 'refunded'] as const;
export type MatchOutcome = (typeof matchOutcomes)[number];

export const matchBankLine = endpoint({
  method: 'POST',
  path: '/staff/bank-lines/{id}/match',
  auth: 'staff',
  summary:
    'Matches a statement line with an order (§4.7): money that arrives after the end of a manually paid order reopens it within a day if its stock is still available (P07), and is refunded in full otherwise; so is a duplicate payment.',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    orderCode: z
      .string('Escreva o código do pedido.')
      .check(z.trim(), z.minLength(4, 'Escreva o código do pedido.'), z.maxLength(11, 'Use até 11 letras.')),
  }),
  reply: z.object({
    outcome: z.enum(matchOutcomes),
    order: z.object({ id: z.int(), code: z.string(), state: z.enum(orderStates) }),
  }),
  errors: [
    'not_found',
    'wrong_state',
    'own_decision',
    'forbidden',
    'bank_line_taken',
    'second_person_needed',
    'invalid_request',
    'money_frozen',
  ],
});

export const loadBankLines = endpoint({
  method: 'POST',
  path: '/staff/bank-lines',
  auth: 'staff',
  summary:
    'Loads a bank statement, CSV or OFX: its credits become the lines that payment proofs are approved against.',
  idempotent: true,
  proof: 'recent',
  bodyBytes: megabytes(6),
  body: z.strictObject({
    statement: z
      .string('Escolha o arquivo do extrato.')
      .check(
        z.minLength(1, 'O arquivo está vazio.'),
        z.maxLength(2_000_000, 'Envie um extrato de até 2 MB.'),
      ),
  }),
  reply: z.object({
    added: z.int(),
    /** Lines that were loaded before. */
    known: z.int(),
    debits: z.int(),
    /** The number of rows with a balance of the account. */
    balances: z.int(),
    /** The first fifty rows that were refused, and how many there are; of an OFX `row` counts transactions. */
    faults: z.array(z.object({ row: z.int(), reason: z.string() })),
    faultCount: z.int(),
    format: z.enum(['csv', 'ofx']),
  }),
  errors: ['forbidden', 'invalid_request'],
});
