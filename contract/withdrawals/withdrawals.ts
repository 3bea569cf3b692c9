import * as z from 'zod/mini';
import { pixKeyTypes, withdrawalStates } from '#domain/withdrawals/withdrawals.ts';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, idText, instant, nullableInstant, pageNumber } from '#contract/fields.ts';

const withdrawal = z.object({
  id: z.int(),
  state: z.enum(withdrawalStates),
  /** The amount in transit, including the fee. */
  amountCents: z.int(),
  feeCents: z.int(),
  netCents: z.int(),
  /** The additional amount taken from the balance to pay a debt. */
  debtCents: z.int(),
  pixKeyType: z.enum(pixKeyTypes),
  /** Always masked: `***.982.247-**`. */
  pixKey: z.string(),
  createdAt: instant,
  /** Until when it was promised to arrive; null once it is over. */
  expectedBy: nullableInstant,
  paidAt: nullableInstant,
  /** When the bank returned the payout. */
  reopenedAt: nullableInstant,
  decisionNote: z.nullable(z.string()),
  /** The bank's reason for the failure; null unless it was returned. */
  returnReason: z.nullable(z.string()),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** Own withdrawals have numbered pages of this many. */
export const withdrawalsPerPage = 20;

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/withdrawals',
  auth: 'user',
  summary: "The signed-in user's withdrawals, newest first, twenty a page.",
  query: z.strictObject({ page: pageNumber }),
  reply: z.object({
    items: z.array(withdrawal),
    /** Of all pages. */
    total: z.int(),
  }),
});

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals',
  auth: 'user',
  summary:
    'Requests a withdrawal by Pix to the CPF or CNPJ of the verified person (§4.10). The amount leaves the balance, and then the purchase credit, at once; at most half of it pays off a debt first.',
  idempotent: true,
  proof: 'withdrawal',
  status: 201,
  body: z.strictObject({ amountCents }),
  reply: withdrawal,
  errors: [
    'insufficient_balance',
    'withdrawal_below_minimum',
    'email_not_verified',
    'verification_required',
    'withdrawal_cool_down',
    'limit_reached',
    'step_up_required',
    'second_factor_required',
    'invalid_request',
    'money_frozen',
  ],
});

export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/{id}/cancellation',
  auth: 'user',
  summary: 'Cancels a withdrawal before staff decided it; the full amount returns.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  reply: withdrawal,
  errors: ['not_found', 'wrong_state'],
});

export const answerPayoutQuestion = endpoint({
  method: 'POST',
  path: '/webhooks/{provider}/payouts',
  auth: 'webhook',
  // A question that comes twice gets the same answer.
  repeats: 'harmless',
  summary: 'Answers a provider that asks, before it sends a transfer, whether it is one of our payouts.',
  params: z.strictObject({ provider: z.string().check(z.regex(/^[a-z-]{2,30}$/)) }),
  body: z.unknown(),
  bare: true,
  reply: z.object({ status: z.enum(['APPROVED', 'REFUSED']), refuseReason: z.optional(z.string()) }),
  errors: ['webhook_signature', 'not_found', 'too_many_requests'],
});
