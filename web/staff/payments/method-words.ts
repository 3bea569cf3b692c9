import type { PaymentMethod } from '#domain/payments.ts';

export const methodWords: Record<PaymentMethod, string> = {
  pix: 'Pix',
  card: 'Cartão',
  boleto: 'Boleto',
  balance: 'Saldo',
  manual: 'Pix com comprovante',
};
