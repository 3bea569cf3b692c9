import type { OrderRow } from '#contract/orders/orders.ts';
import type { PendingResponseKind } from '#domain/orders/pending-response.ts';

/** Actions a seller can take on several sales at once; each is the same call that the order's own page makes. */
export type BulkAction = 'start' | 'deliver' | 'label';

/** … and the sheets of parcels with own postage, which are a page of their own. */
export type BulkChoice = BulkAction | 'sheet';

/** The action available for a sale in a selection, or why it can't be selected. */
export type BulkEligibility =
  | { action: BulkChoice; excludedBecause: null }
  | { action: null; excludedBecause: string };

/** P09 and P13: orders that need more than a text, or an answer first, are handled on their own page. */
export function bulkEligibility(
  row: Pick<OrderRow, 'state' | 'deliveryType' | 'deliveryProof' | 'shipment' | 'waits'>,
): BulkEligibility {
  const { state, deliveryType, deliveryProof, waits } = row;
  if (waits) return excluded(pendingResponseTexts[waits.for] ?? 'Espera uma resposta. Veja no pedido.');
  if (deliveryType === 'automatic') return excluded('Faltam códigos. Veja no pedido como repor.');
  if (deliveryType === 'shipping') return parcelEligibility(row);
  if (deliveryType === 'pickup') return excluded('Retirada em mãos: digite o código no pedido.');
  if (state === 'paid') return { action: 'start', excludedBecause: null };
  if (state !== 'in_delivery') return excluded('Não está pronto para entrega.');
  if (deliveryProof === 'file') return excluded('Pede uma imagem ou um PDF da entrega. Marque no pedido.');
  if (deliveryProof === 'video') return excluded('Pede um vídeo da entrega. Marque no pedido.');
  return { action: 'deliver', excludedBecause: null };
}

/** S14: labels and sheets are printed together; the postage is informed one by one, with its code. */
function parcelEligibility({ state, shipment }: Pick<OrderRow, 'state' | 'shipment'>): BulkEligibility {
  if (state !== 'paid') return excluded('O pacote já foi postado.');
  return { action: shipment?.hasLabel ? 'label' : 'sheet', excludedBecause: null };
}

const pendingResponseTexts: Partial<Record<PendingResponseKind, string>> = {
  cancellation: 'Quem comprou pediu para cancelar. Responda no pedido.',
  bank: 'O pagamento foi contestado. Veja no pedido.',
  analysis: 'O pagamento está em análise. Veja no pedido.',
};

const excluded = (reason: string): BulkEligibility => ({ action: null, excludedBecause: reason });
