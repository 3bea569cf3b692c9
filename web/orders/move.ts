import type { OrderRow } from '#contract/orders/orders.ts';
import type { OrderWaitFor } from '#domain/orders/pending-response.ts';

/** What a seller does with several sales at once: each move is the one that the order's own page makes. */
export type Deed = 'start' | 'deliver';

/** What may be done with a sale beside others, or why it stays out of it. */
export type Part = { deed: Deed; stays: null } | { deed: null; stays: string };

/** P09 and P13: what needs more than words, or somebody's word first, is done on the order's own page. */
export function partOf(row: Pick<OrderRow, 'state' | 'deliveryType' | 'deliveryProof' | 'waits'>): Part {
  const { state, deliveryType, deliveryProof, waits } = row;
  if (waits) return out(waitWords[waits.for] ?? 'Espera uma resposta. Veja no pedido.');
  if (deliveryType === 'automatic') return out('Faltam códigos. Veja no pedido como repor.');
  if (state === 'paid') return { deed: 'start', stays: null };
  if (state !== 'in_delivery') return out('Não está para entregar.');
  if (deliveryProof === 'file') return out('Pede uma imagem ou um PDF da entrega. Marque no pedido.');
  if (deliveryProof === 'video') return out('Pede um vídeo da entrega. Marque no pedido.');
  return { deed: 'deliver', stays: null };
}

const waitWords: Partial<Record<OrderWaitFor, string>> = {
  cancellation: 'Quem comprou pediu para cancelar. Responda no pedido.',
  bank: 'O pagamento foi contestado. Veja no pedido.',
  analysis: 'O pagamento está em análise. Veja no pedido.',
};

const out = (stays: string): Part => ({ deed: null, stays });
