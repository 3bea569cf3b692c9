import { isProviderMethod } from './payments.ts';
import type { PaymentMethod, ProviderMethod } from './payments.ts';
import { isOperatorAccount } from './payment-proofs.ts';
import type { PaymentProofRules } from './payment-proofs.ts';
import type { CompanyRules } from '#domain/settings/company.ts';

/** The rules that enable payment methods. */
interface OpeningRules {
  openMethods: readonly PaymentMethod[];
  receipts: Pick<PaymentProofRules, 'account'>;
  company: CompanyRules;
}

/**
 * The payment methods a buyer may choose: enabled by the rules and, for provider methods, supported by the provider.
 * Manual payment also needs the operator's own receiving account.
 */
export function offeredMethods(rules: OpeningRules, known: readonly ProviderMethod[]): PaymentMethod[] {
  return rules.openMethods.filter((method) =>
    isProviderMethod(method)
      ? known.includes(method)
      : method !== 'manual' || isOperatorAccount(rules.receipts.account, rules.company),
  );
}

/** Why an enabled manual payment method is not offered, as a message for the operator; null when it is offered. */
export function manualClosedBecause(rules: OpeningRules): string | null {
  if (!rules.openMethods.includes('manual') || isOperatorAccount(rules.receipts.account, rules.company))
    return null;
  return 'O Pix com comprovante continua fechado: a conta que recebe ainda é a do exemplo. Escreva o CNPJ da empresa e a chave Pix da conta dela, depois de uma análise jurídica.';
}
