import type { ReceivingAccount } from '#domain/payments/payment-proofs.ts';

/** The fictitious bank account that receives manual payments of the demo. */
export const demoAccount: ReceivingAccount = {
  holder: 'Praça Demonstração Ltda.',
  document: '98.765.432/0001-98',
  pixKey: 'pagamentos@demo.praca',
  bank: 'Banco da Demonstração (999)',
  branch: '0001',
  account: '765432-1',
};
