import type { Cents } from '#domain/money.ts';
import type { PaymentState } from './payments.ts';

/** What the provider says of a payment that somebody may have contested at their bank (P26). */
export interface BankReport {
  /** Nobody has decided yet. */
  contested: boolean;
  /** All that went back of it by whatever way, our own refunds included. */
  returnedCents: Cents;
}

/** What our books say of the same payment, in cents. */
export interface LedgerReport {
  state: PaymentState;
  /** Sent back by the provider at our request, and taken by the bank out of the sale. */
  sentCents: Cents;
  /** On its way there: nobody knows yet whether it went. */
  sendingCents: Cents;
  /** Taken by the bank beyond the sale and not given back since: somebody's debt (ADR 71). */
  debtCents: Cents;
}

export interface BankVerdict {
  to: 'nothing' | 'contest' | 'uphold' | 'charge_back' | 'win';
  /** What the bank took back and our books do not know. */
  takenCents: Cents;
  /** What it gave back after it had taken it, as far as somebody owes it. */
  wonCents: Cents;
  /** What it gave back of a sale that has ended by that: a person must look. */
  unclaimedCents: Cents;
}

/** What a bank may begin to look at, or take: also what was refunded before, and a second piece of what it took. */
export const contestable: readonly PaymentState[] = [
  'confirmed',
  'partially_refunded',
  'refunded',
  'upheld',
  'charged_back',
];

/**
 * P26: what follows from the bank's word. Only what stands now counts, so that it may be asked late, twice, and after
 * any notice was lost.
 */
export function judgeContestation(bank: BankReport, own: LedgerReport): BankVerdict {
  const { state, sentCents, sendingCents, debtCents } = own;
  const nothing: BankVerdict = { to: 'nothing', takenCents: 0, wonCents: 0, unclaimedCents: 0 };
  const isContested = state === 'contested';
  if (!isContested && !contestable.includes(state)) return nothing;
  if (bank.contested) return isContested ? nothing : { ...nothing, to: 'contest' };
  // What is on its way may be among what came back: it is asked again when that is known.
  if (sendingCents > 0) return nothing;
  const unknownCents = bank.returnedCents - sentCents - debtCents;
  if (unknownCents > 0) return { ...nothing, to: 'charge_back', takenCents: unknownCents };
  const backCents = Math.max(0, -unknownCents);
  const wonCents = Math.min(backCents, debtCents);
  const verdict = { ...nothing, wonCents, unclaimedCents: backCents - wonCents };
  if (wonCents > 0) return { ...verdict, to: 'win' };
  return isContested ? { ...verdict, to: 'uphold' } : verdict;
}
