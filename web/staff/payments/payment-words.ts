import type { AnalysisReason } from '#domain/analyses.ts';
import type { PaymentMethod, PaymentState } from '#domain/payments.ts';
import { paymentWords } from '#web/text.ts';

export const methodWords: Record<PaymentMethod, string> = {
  pix: 'Pix',
  card: 'Cartão',
  boleto: 'Boleto',
  balance: 'Saldo',
  manual: 'Pix com comprovante',
};

const providers: Record<string, string> = {
  simulator: 'Simulador',
  mercadopago: 'Mercado Pago',
  asaas: 'Asaas',
  manual: 'Banco da casa',
  balance: 'Saldo na praça',
};

/** An institution by its own name. One that came later is shown by its slug. */
export function providerName(slug: string): string {
  return providers[slug] ?? slug;
}

/** Where no institution makes a charge out, or waits for the card's data, nothing is being generated. */
export function stateWords({ state, method }: { state: PaymentState; method: PaymentMethod }) {
  if (state === 'created' && method === 'manual')
    return { label: 'Esperando o Pix', tone: 'warning' } as const;
  if (state === 'created' && method === 'card')
    return { label: 'Esperando o cartão', tone: 'warning' } as const;
  return paymentWords[state];
}

/** «45 s», «12 min», «3 h», «2 d». */
export function spanWords(spanMs: number): string {
  const seconds = Math.round(spanMs / 1_000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

/** Why the team looks at a payment (§4.6), for the team alone. */
export const analysisWords: Record<AnalysisReason, string> = {
  stolen_means: 'Cartão ou conta de outra pessoa',
  taken_account: 'Conta invadida',
  own_purchase: 'Quem comprou e quem vendeu parecem ser a mesma pessoa',
  unusual_sale: 'Venda fora do comum',
  authority: 'Pedido de autoridade',
  other: 'Outro motivo',
};
