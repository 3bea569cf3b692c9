import type { Cents } from '#domain/money.ts';
import { available, guarantee, journal, leg, psp, purchaseCredit } from './postings.ts';
import type { Account, Journal } from './postings.ts';

/**
 * P26, ADR 71: the bank took what the buyer has had already by another way. The buyer owes it.
 * @param given `debtorId`: null when nobody got it twice but a stranger who paid; the guarantee fund bears that
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
 * P26, ADR 71, won after it was lost: the debt goes, and what was paid of it becomes balance again.
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
