import { defaultCompany } from '#domain/settings/company.ts';
import type { CompanyRules } from '#domain/settings/company.ts';
import type { ReceivingAccount } from '#domain/payments/payment-proofs.ts';

/** The fictitious company of the demo. */
export const demoCompany: CompanyRules = { ...defaultCompany, document: '98.765.432/0001-98' };

/** Its fictitious bank account, which receives manual payments. */
export const demoAccount: ReceivingAccount = {
  pixKey: 'pagamentos@demo.praca',
  bank: 'Banco da Demonstração (999)',
  branch: '0001',
  account: '765432-1',
};
