import type { Cents } from '#domain/money.ts';
import { available, guarantee, journal, leg, psp, purchaseCredit } from './postings.ts';
import type { Account, Journal } from './postings.ts';

/**
 * P26, ADR 71: the bank charged back an amount that the buyer had already been refunded. The buyer owes it.
 * @param given `debtorId`: null when a third party paid, so that the buyer got nothing twice; the guarantee fund bears it
 */
export function chargeback(given: {
  chargebackId: number;
  debtorId: number | null;
  amountCents: Cents;
}): Journal {
  const { chargebackId, debtorId, amountCents } = given;
  const bearer = debtorId === null ? guarantee : chargebackDebt(debtorId);
  return journal('chargeback', chargebackId, [leg(bearer, psp, amountCents)]);
}

/**
 * P26, ADR 71, won after it was lost: the debt is cancelled, and its paid part becomes balance again.
 * @param given `owedCents`: the part of the amount that is still owed
 */
export function chargebackReturned(given: {
  chargebackId: number;
  debtorId: number | null;
  amountCents: Cents;
  owedCents: Cents;
}): Journal {
  const { chargebackId, debtorId, amountCents, owedCents } = given;
  const legs =
    debtorId === null
      ? [leg(psp, guarantee, amountCents)]
      : [
          leg(psp, chargebackDebt(debtorId), owedCents),
          leg(psp, purchaseCredit(debtorId), amountCents - owedCents),
        ];
  return journal('chargeback_returned', chargebackId, legs);
}

/** ADR 71: a person's balance pays what they owe after a chargeback. */
export function debtPaid(given: {
  debtPaymentId: number;
  userId: number;
  creditCents: Cents;
  availableCents: Cents;
}): Journal {
  const { debtPaymentId, userId, creditCents, availableCents } = given;
  return journal('debt_paid', debtPaymentId, [
    leg(purchaseCredit(userId), chargebackDebt(userId), creditCents),
    leg(available(userId), chargebackDebt(userId), availableCents),
  ]);
}

const chargebackDebt = (userId: number): Account => ({ kind: 'chargeback_debt', caseId: userId });
