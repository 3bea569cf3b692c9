import * as z from 'zod/mini';
import { paymentMethods } from '#domain/payments/payments.ts';
import { riskKinds, riskLevels } from '#domain/withdrawals/risk.ts';
import { withdrawalStates } from '#domain/withdrawals/withdrawals.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { Reply } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';
import { onlyAdminReason, pageReply, queueDue, queueQuery } from '#contract/staff/tables.ts';

const risk = z.object({
  level: z.enum(riskLevels),
  /** The gravest first. */
  reasons: z.array(
    z.object({
      kind: z.enum(riskKinds),
      /** The figure of the reason: a part of the amount, a count, or a time. */
      cents: z.nullable(z.int()),
      count: z.nullable(z.int()),
      at: nullableInstant,
    }),
  ),
});
export type WithdrawalRisk = z.infer<typeof risk>;

const staffRow = z.object({
  id: z.int(),
  state: z.enum(withdrawalStates),
  user: z.object({ id: z.int(), username: z.string() }),
  amountCents: z.int(),
  feeCents: z.int(),
  pixKey: z.string(),
  holderName: z.string(),
  /**
   * Whether the key's owner at the bank is the account's verified person; null when the bank did not say, and once it
   * was decided: the bank is asked about what waits.
   */
  holderMatches: z.nullable(z.boolean()),
  balanceAfterCents: z.int(),
  createdAt: instant,
  /** Until when it is to be at the bank; null once it is over. */
  due: z.nullable(queueDue),
  /** When it was paid, and when the bank returned that. */
  paidAt: nullableInstant,
  reopenedAt: nullableInstant,
  lastError: z.nullable(z.string()),
  /** Its owner's account was deleted before the money came back, which still lies there. */
  repayable: z.boolean(),
  /** Whether two people must approve, given the sums of the window (§4.15, ADR 0075), and the first approver. */
  needsTwo: z.boolean(),
  /** The sum, where it and not the amount alone asks for the second person. */
  sumReason: z.nullable(z.string()),
  firstBy: z.nullable(z.string()),
  decidable: z.boolean(),
  notDecidableBecause: z.nullable(z.string()),
  onlyAdminBecause: onlyAdminReason,
  /** The risk signals; null after the decision, and for its owner. */
  risk: z.nullable(risk),
  /** The bank refused it, and the next attempt is pending. */
  attempt: z.nullable(
    z.object({
      /** Made so far, of so many. */
      made: z.int(),
      most: z.int(),
      /** When the next one is made by itself. */
      nextAt: instant,
      /** Why this viewer cannot retry it now, as a text. */
      notNowBecause: z.nullable(z.string()),
    }),
  ),
});

export type StaffWithdrawal = z.infer<typeof staffRow>;

export const listStaffWithdrawals = endpoint({
  method: 'GET',
  path: '/staff/withdrawals',
  auth: 'staff',
  summary: 'The withdrawal queue by tab and page: pending, processing, paid, refused.',
  query: queueQuery({ tab: z.optional(z.enum(['pendentes', 'processando', 'pagos', 'recusados'])) }),
  reply: z.object({
    ...pageReply(staffRow).shape,
    counts: z.object({ pendentes: z.int(), processando: z.int(), pagos: z.int(), recusados: z.int() }),
  }),
});

/** Where a part of a withdrawal's money came from. */
const origin = z.object({
  /** The source of the money: `release`, `refund_paid`, `unblock`, `withdrawal_returned`. */
  kind: z.string(),
  at: instant,
  /** The part of it in this withdrawal, and its total. */
  amountCents: z.int(),
  broughtCents: z.int(),
  order: z.nullable(z.object({ id: z.int(), code: z.string(), method: z.nullable(z.enum(paymentMethods)) })),
  /** The earlier withdrawal that came back. */
  withdrawalId: z.nullable(z.int()),
});

export const getStaffWithdrawal = endpoint({
  method: 'GET',
  path: '/staff/withdrawals/{id}',
  auth: 'staff',
  summary:
    'One withdrawal with the origin of its money, its risks, earlier ones of the same person and its history; staff cannot open their own.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    ...staffRow.shape,
    decidedBy: z.nullable(z.string()),
    decidedAt: nullableInstant,
    decisionNote: z.nullable(z.string()),
    /** First in, first out; the newest first (decision 59). */
    origins: z.array(origin),
    /** The part of the amount that is older than the examined movements. */
    olderCents: z.int(),
    /** The last ones of the same person, newest first, and how many there are. */
    earlier: z.array(
      z.object({
        id: z.int(),
        state: z.enum(withdrawalStates),
        amountCents: z.int(),
        pixKey: z.string(),
        createdAt: instant,
        paidAt: nullableInstant,
      }),
    ),
    earlierCount: z.int(),
    paidCents: z.int(),
    history: z.array(
      z.object({
        id: z.int(),
        at: instant,
        kind: z.string(),
        actor: z.nullable(z.string()),
        /** The text of a decision, or of the bank. */
        reason: z.string(),
      }),
    ),
  }),
  errors: ['not_found', 'own_decision'],
});
export type StaffWithdrawalDetail = Reply<typeof getStaffWithdrawal>;

export const retryWithdrawal = endpoint({
  method: 'POST',
  path: '/staff/withdrawals/{id}/attempt',
  auth: 'staff',
  summary: 'Retries a refused payout now instead of at its next attempt; never twice for one attempt.',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  reply: z.object({ id: z.int(), state: z.enum(withdrawalStates) }),
  errors: ['not_found', 'wrong_state', 'own_decision', 'forbidden'],
});

export const repayWithdrawal = endpoint({
  method: 'POST',
  path: '/staff/withdrawals/{id}/repayment',
  auth: 'staff',
  summary:
    'Requests a free new withdrawal to the same key for money that the bank returned to a deleted account; another person decides.',
  idempotent: true,
  proof: 'recent',
  status: 201,
  params: z.strictObject({ id: idText }),
  reply: z.object({ id: z.int() }),
  errors: ['not_found', 'wrong_state', 'own_decision', 'forbidden', 'insufficient_balance', 'money_frozen'],
});

export const decideWithdrawal = endpoint({
  method: 'POST',
  path: '/staff/withdrawals/{id}/decision',
  auth: 'staff',
  summary:
    'Approves or refuses a withdrawal; a large one needs two people, a refusal returns every centavo and needs a reason.',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['approve', 'reject'], 'Escolha aprovar ou recusar.'),
    note: z.string().check(z.trim(), z.maxLength(500, 'Use até 500 letras.')),
  }),
  reply: z.object({ id: z.int(), state: z.enum(withdrawalStates) }),
  errors: [
    'not_found',
    'already_decided',
    'held_by_colleague',
    'own_decision',
    'second_person_needed',
    'forbidden',
    'invalid_request',
  ],
});
