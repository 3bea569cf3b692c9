import type { ReceivingAccount } from '#domain/payments/payment-proofs.ts';

/** Where the demo's buyers pay by hand, to nobody's bank. */
export const demoAccount: ReceivingAccount = {
  holder: 'Praça Demonstração Ltda.',
  document: '98.765.432/0001-98',
  pixKey: 'pagamentos@demo.praca',
  bank: 'Banco da Demonstração (999)',
  branch: '0001',
  account: '765432-1',
};
