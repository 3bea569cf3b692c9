import type { Cents } from '#domain/money.ts';
import type { PaymentState } from './payments.ts';

/** The provider's report about a payment that the payer may have contested at their bank (P26). */
export interface BankReport {
  /** The contestation is not decided yet. */
  contested: boolean;
  /** The total returned amount, including our own refunds. */
  returnedCents: Cents;
}

/** What our ledger says about the same payment, in cents. */
export interface LedgerReport {
  state: PaymentState;
  /** Refunded by the provider at our request, or charged back by the bank from the sale. */
  sentCents: Cents;
  /** Refunds in processing, whose outcome is not known yet. */
  sendingCents: Cents;
  /** Charged back beyond the sale and not returned since: a person's debt (ADR 71). */
  debtCents: Cents;
}

export interface BankVerdict {
  to: 'nothing' | 'contest' | 'uphold' | 'charge_back' | 'win';
  /** The charged back amount that is not in the ledger yet. */
  takenCents: Cents;
  /** The part of a reversed chargeback that cancels a debt. */
  wonCents: Cents;
  /** The part of a reversed chargeback whose sale has already ended; staff must review it. */
  unclaimedCents: Cents;
}

/** States in which a payment may be contested or charged back, also after a refund or a partial chargeback. */
export const contestable: readonly PaymentState[] = [
  'confirmed',
  'partially_refunded',
  'refunded',
  'upheld',
  'charged_back',
];

/**
 * P26: the consequence of a bank report. It depends only on the current state, so the report may arrive late, twice, or
 * after a lost notification.
 */
export function judgeContestation(bank: BankReport, own: LedgerReport): BankVerdict {
  const { state, sentCents, sendingCents, debtCents } = own;
  const nothing: BankVerdict = { to: 'nothing', takenCents: 0, wonCents: 0, unclaimedCents: 0 };
  const isContested = state === 'contested';
  if (!isContested && !contestable.includes(state)) return nothing;
  if (bank.contested) return isContested ? nothing : { ...nothing, to: 'contest' };
  // The returned money may include a refund in processing; the bank is asked again when its outcome is known.
  if (sendingCents > 0) return nothing;
  const unknownCents = bank.returnedCents - sentCents - debtCents;
  if (unknownCents > 0) return { ...nothing, to: 'charge_back', takenCents: unknownCents };
  const backCents = Math.max(0, -unknownCents);
  const wonCents = Math.min(backCents, debtCents);
  const verdict = { ...nothing, wonCents, unclaimedCents: backCents - wonCents };
  if (wonCents > 0) return { ...verdict, to: 'win' };
  return isContested ? { ...verdict, to: 'uphold' } : verdict;
}
