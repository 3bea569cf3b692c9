import type { Cents } from './money.ts';
import type { PaymentState } from './payments.ts';

/** What the provider says of a payment that somebody may have contested at their bank (P26). */
export interface BankWord {
  /** Nobody has decided yet. */
  contested: boolean;
  /** All that went back of it by whatever way, our own refunds included. */
  returnedCents: Cents;
}

/** What our books say of the same payment, in cents. */
export interface OwnWord {
  state: PaymentState;
  receivedCents: Cents;
  /** Sent back by the provider at our wish. */
  sentCents: Cents;
  /** On its way there: nobody knows yet whether it went. */
  sendingCents: Cents;
  /** Everything that went back of it, also into a balance or by hand. */
  gaveBackCents: Cents;
}

export interface BankVerdict {
  to: 'nothing' | 'contest' | 'uphold' | 'charge_back';
  /** What the bank took back and our books do not know. */
  takenCents: Cents;
  /** What it took besides although it had been given back before: nobody's, until a person has looked. */
  excessCents: Cents;
}

/** What a bank may begin to look at, or take. What it took once, or went back whole, it cannot take again. */
export const contestable: readonly PaymentState[] = ['confirmed', 'partially_refunded', 'upheld'];

/**
 * P26: what follows from the bank's word. Only what stands now counts, so that it may be asked late, twice, and after
 * any notice was lost. Refunded and charged back never come to more than was paid.
 */
export function judgeContestation(bank: BankWord, own: OwnWord): BankVerdict {
  const { state, sentCents, sendingCents, receivedCents, gaveBackCents } = own;
  const nothing = { to: 'nothing', takenCents: 0, excessCents: 0 } as const;
  const isContested = state === 'contested';
  if (!isContested && !contestable.includes(state)) return nothing;
  if (bank.contested) return isContested ? nothing : { ...nothing, to: 'contest' };
  // What is on its way may be among what came back: it is asked again when that is known.
  if (sendingCents > 0) return nothing;
  const unknownCents = Math.max(bank.returnedCents - sentCents, 0);
  const takenCents = Math.min(unknownCents, receivedCents - gaveBackCents);
  const excessCents = unknownCents - takenCents;
  if (takenCents > 0) return { to: 'charge_back', takenCents, excessCents };
  return isContested ? { to: 'uphold', takenCents, excessCents } : nothing;
}
