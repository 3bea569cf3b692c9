import type { Cents } from '#domain/money.ts';
import type { Machine } from '#domain/machine.ts';

/** States of a withdrawal (`saque`), §4.10. */
export const withdrawalStates = [
  'requested',
  'in_review',
  'approved',
  'processing',
  'paid',
  'failed',
  'returned',
  'cancelled',
  'rejected',
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];
export type WithdrawalActor = 'owner' | 'staff' | 'system';

export type WithdrawalEvent =
  | 'examine'
  | 'approve'
  | 'approve_by_rule'
  | 'reject'
  | 'cancel'
  | 'send'
  | 'settle'
  | 'fail'
  | 'retry'
  | 'return'
  | 'reopen';

export const withdrawalMachine: Machine<WithdrawalEvent, WithdrawalState, WithdrawalActor> = {
  // A staff member claimed it; releasing the claim does not change the state.
  examine: { rule: '§4.10', by: ['staff'], from: ['requested'], to: 'in_review' },
  approve: { rule: '§4.10', by: ['staff'], from: ['requested', 'in_review'], to: 'approved' },
  // A small amount of a proven seller with a low risk.
  approve_by_rule: { rule: '§4.10', by: ['system'], from: ['requested'], to: 'approved' },
  reject: { rule: '§4.10', by: ['staff'], from: ['requested', 'in_review'], to: 'rejected' },
  cancel: { rule: '§4.10', by: ['owner'], from: ['requested', 'in_review'], to: 'cancelled' },
  send: { rule: '§4.10', by: ['system'], from: ['approved'], to: 'processing' },
  settle: { rule: '§4.10', by: ['system'], from: ['processing'], to: 'paid' },
  fail: { rule: '§4.10', by: ['system'], from: ['processing'], to: 'failed' },
  // Automatically after a pause, or at once by staff.
  retry: { rule: '§4.10', by: ['system', 'staff'], from: ['failed'], to: 'processing' },
  return: { rule: '§4.10', by: ['system'], from: ['failed'], to: 'returned' },
  // The bank returned what it had paid; the same key would be refused again (decision 38).
  reopen: { rule: '§4.10', by: ['system'], from: ['paid'], to: 'returned' },
};

/** Numbers of §4.10, all settings. */
export interface WithdrawalRules {
  minCents: Cents;
  /** Withdrawals of a calendar month that cost nothing. */
  freePerMonth: number;
  /** Fee after them, in cents. */
  feeCents: Cents;
  /** Attempts at the bank before the money goes back to its owner. */
  maxAttempts: number;
  /** Between two attempts at a payout that the bank refuses, counted from its approval, in milliseconds. */
  retryMs: number;
  supportLimitCents: Cents;
  /** Above it two people approve (§4.15). */
  twoPeopleCents: Cents;
  /** The most that a rule approves in a day for a seller from silver on, with a low risk. */
  automaticCents: Cents;
  /** The most that leaves in a day through a browser that is new on the account, while the cool-down lasts. */
  newDeviceCents: Cents;
  /** What of a release or a withdrawal may go into paying off a debt, in basis points; never above half (SQL). */
  debtBps: number;
}

export const defaultWithdrawalRules: WithdrawalRules = {
  minCents: 1_000,
  freePerMonth: 1,
  feeCents: 250,
  maxAttempts: 3,
  retryMs: 60_000,
  supportLimitCents: 200_000,
  twoPeopleCents: 500_000,
  automaticCents: 100_000,
  newDeviceCents: 50_000,
  debtBps: 5_000,
};

/** What of an amount pays off what its owner owes (`a recuperar`, §4.10): at most half of it, rounded down. */
export function debtPart(
  amountCents: Cents,
  debtCents: Cents,
  rules: Pick<WithdrawalRules, 'debtBps'>,
): Cents {
  return Math.min(debtCents, Math.floor((amountCents * rules.debtBps) / 10_000));
}

/** A withdrawal's parts, in cents. */
export interface WithdrawalParts {
  /** What goes on its way to the bank, the fee inside. */
  amountCents: Cents;
  /** What of it is taken out of the purchase credit, when the balance alone is not enough. */
  creditCents: Cents;
  /** What stays here and pays off a debt. */
  debtCents: Cents;
}

/**
 * Splits a withdrawal (§4.10): a debt is paid first from the available balance, and the rest is paid out.
 * @param grossCents what leaves balance and purchase credit together; at most what is in them
 */
export function withdrawalParts(
  grossCents: Cents,
  has: { availableCents: Cents; debtCents: Cents },
  rules: Pick<WithdrawalRules, 'debtBps'>,
): WithdrawalParts {
  const debtCents = Math.min(debtPart(grossCents, has.debtCents, rules), has.availableCents);
  const amountCents = grossCents - debtCents;
  return { amountCents, debtCents, creditCents: Math.max(0, amountCents - (has.availableCents - debtCents)) };
}

/** The first withdrawals of the calendar month are free (§4.10). */
export function withdrawalFee(earlierThisMonth: number, rules: WithdrawalRules): Cents {
  return earlierThisMonth < rules.freePerMonth ? 0 : rules.feeCents;
}

/** What a person completes once before withdrawing (§4.10), in this order. */
export const withdrawalRequirements = ['email', 'phone', 'identity', 'second_factor'] as const;
export type WithdrawalRequirement = (typeof withdrawalRequirements)[number];

export const pixKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];
