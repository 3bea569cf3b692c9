import { sql } from 'kysely';
import * as postings from '#domain/ledger/postings.ts';
import type { Step } from './steps.ts';

export interface Withdrawal {
  withdrawalId: number;
  userId: number;
  amountCents: number;
  feeCents: number;
  creditCents?: number;
}

export const requestSteps = (asked: Omit<Withdrawal, 'withdrawalId'> & { debtCents?: number }): Step[] => [
  sql`insert into withdrawals (user_id, amount_cents, credit_cents, debt_cents, fee_cents, pix_key_type, pix_key,
      holder_name)
    values (${asked.userId}, ${asked.amountCents}, ${asked.creditCents ?? 0}, ${asked.debtCents ?? 0},
      ${asked.feeCents}, 'cpf', '11144477735', 'Ana') returning id as withdrawal_id`,
  ({ withdrawalId }) => postings.withdrawalAsked({ withdrawalId, ...asked }),
];

export const payoutSteps = (withdrawal: Withdrawal): Step[] => [
  ...['approved', 'processing', 'paid'].map((state) => turn(withdrawal, state)),
  postings.withdrawalPaid(withdrawal),
];

/** What {@link payoutSteps} paid comes back. */
export const reopenSteps = (withdrawal: Withdrawal): Step[] => [
  turn(withdrawal, 'returned', ', reopened_at = market_now()'),
  postings.withdrawalReopened(withdrawal),
  postings.withdrawalReturned(withdrawal),
];

export const rejectionSteps = (withdrawal: Withdrawal): Step[] => [
  turn(withdrawal, 'rejected'),
  postings.withdrawalReturned(withdrawal),
];

export const returnedPayoutSteps = (withdrawal: Withdrawal): Step[] => [
  ...['approved', 'processing', 'failed', 'returned'].map((state) => turn(withdrawal, state)),
  postings.withdrawalReturned(withdrawal),
];

/** What a state needs beside it. Somebody else than the owner approves. */
const extras: Record<string, string> = {
  approved: ', decided_by = (select min(u.id) from users u where u.id <> user_id), decided_at = market_now()',
  paid: ', paid_at = market_now()',
};

const turn = (withdrawal: Withdrawal, state: string, more = extras[state] ?? '') =>
  sql`update withdrawals set state = ${state}${sql.raw(more)} where id = ${withdrawal.withdrawalId}`;
