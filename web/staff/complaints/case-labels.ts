import type { ComplaintResult } from '#domain/complaints/outcomes.ts';
import type { DeliveryType, SettlementState } from '#domain/orders/orders.ts';
import { formatCents } from '#web/ui/data/formats.ts';

export const deliveryTypeLabels: Readonly<Record<DeliveryType, string>> = {
  automatic: 'Código, na hora',
  manual: 'Pelo vendedor',
  shipping: 'Envio',
  pickup: 'Retirada em mãos',
};

const settlements: Record<SettlementState, string> = {
  in_escrow: 'guardado',
  pending_release: 'a liberar',
  released: 'liberado',
  blocked: 'bloqueado pela reclamação',
  reversed: 'devolvido',
};

export function settlementLabel(state: string | null): string {
  return settlements[state as SettlementState] ?? 'nada recebido';
}

/** Rules that decisions cite most often; others can be typed. */
export const citedRules = [
  'CDC, art. 18: vício do produto',
  'CDC, art. 30: a oferta obriga',
  'CDC, art. 35: oferta não cumprida',
  'Reclamações, R06: silêncio diante da equipe',
  'Termos de uso: entrega comprovada',
];

interface Shares {
  buyerCents: number;
  sellerCents: number;
  platformCents: number;
}

/** The text each side will read after this decision. */
export function previewFor(
  side: 'buyer' | 'seller',
  result: ComplaintResult,
  { buyerCents, sellerCents }: Shares,
): string {
  const back = formatCents(buyerCents);
  const net = formatCents(sellerCents);
  if (side === 'buyer')
    return {
      full: `Decidimos que ${back} voltam inteiros para você.`,
      return: `Decidimos que ${back} voltam inteiros para você depois que você devolver o produto.`,
      partial: `Decidimos que ${back} voltam para você.`,
      split: `Decidimos dividir ao meio: ${back} voltam para você.`,
      replacement: 'Decidimos que você recebe outra unidade.',
      release: 'Decidimos que o valor fica com quem vendeu.',
    }[result];
  return {
    full: `Decidimos que ${back} voltam a quem comprou. Você não recebe por esta venda.`,
    return: `Decidimos que ${back} voltam a quem comprou depois que o produto voltar para você. A devolução é por sua conta.`,
    partial: `Decidimos que ${back} voltam a quem comprou. Você recebe ${net}.`,
    split: `Decidimos dividir ao meio: ${back} voltam a quem comprou. Você recebe ${net}.`,
    replacement: 'Decidimos que outra unidade deve ser entregue a quem comprou.',
    release: `Decidimos a seu favor. Você recebe ${net}.`,
  }[result];
}
