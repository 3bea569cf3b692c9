import type { ProviderMethod } from './payments.ts';

/** Why a way that is open everywhere else is not open to this order any more. */
export const outOfTimeTexts: Record<ProviderMethod, string> = {
  pix: 'O prazo para pagar este pedido acabou. Compre de novo.',
  card: 'O prazo para pagar este pedido acabou. Compre de novo.',
  boleto: 'Não há mais tempo para outro boleto neste pedido. Pague de outra forma, ou compre de novo.',
};
