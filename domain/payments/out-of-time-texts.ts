import type { ProviderMethod } from './payments.ts';

/** Why an enabled payment method is no longer available for an order. */
export const outOfTimeTexts: Record<ProviderMethod, string> = {
  pix: 'O prazo para pagar este pedido acabou. Compre de novo.',
  card: 'O prazo para pagar este pedido acabou. Compre de novo.',
  boleto: 'Não há mais tempo para outro boleto neste pedido. Pague de outra forma, ou compre de novo.',
};
