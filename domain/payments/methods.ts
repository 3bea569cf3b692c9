import { isProviderMethod } from './payments.ts';
import type { PaymentMethod, ProviderMethod } from './payments.ts';
import { isOperatorAccount } from './payment-proofs.ts';
import type { PaymentProofRules } from './payment-proofs.ts';

/** What opens a way to pay. */
interface OpeningRules {
  openMethods: readonly PaymentMethod[];
  receipts: Pick<PaymentProofRules, 'account'>;
}

/**
 * The ways to pay a buyer may choose: open by the rules and, where an institution carries them out, known to it; by hand
 * only into an account that is the operator's own.
 */
export function offeredMethods(rules: OpeningRules, known: readonly ProviderMethod[]): PaymentMethod[] {
  return rules.openMethods.filter((method) =>
    isProviderMethod(method)
      ? known.includes(method)
      : method !== 'manual' || isOperatorAccount(rules.receipts.account),
  );
}

/** Why payment by hand stays closed though it is chosen, for whoever can mend it; null where it is not. */
export function manualClosedBecause(rules: OpeningRules): string | null {
  if (!rules.openMethods.includes('manual') || isOperatorAccount(rules.receipts.account)) return null;
  return 'O Pix manual continua fechado: a conta que recebe ainda é a do exemplo. Escreva o CNPJ e a chave Pix da sua, depois de uma análise jurídica.';
}
