import { deliverOrder } from '#contract/orders/orders.ts';
import { api } from '#web/api/api.ts';
import { usePendingText } from '#web/api/use-pending-text.ts';
import type { PendingText } from '#web/api/use-pending-text.ts';

export interface Delivery {
  /** The order's id. */
  id: number;
  hash: string;
  buyer: string;
  /** How it was delivered (P13). */
  text: string;
}

/** Key of the draft with the delivery's text, shared by all forms that write it. */
export const deliveryDraft = ({ hash }: Pick<Delivery, 'hash'>) => `entrega-${hash}`;

/**
 * Text-only deliveries, held back for 6 s: the buyer is notified only when the call is sent, so that undo is possible.
 */
export function useDeliveries(onUndo: (delivery: Delivery) => void): PendingText<Delivery> {
  return usePendingText<Delivery>(
    {
      draftKey: deliveryDraft,
      send: ({ hash, text }, how) => api(deliverOrder, { params: { hash }, body: { note: text }, ...how }),
      done: { title: 'Entrega marcada', text: ({ buyer }) => `Agora falta @${buyer} confirmar.` },
      failed: 'A entrega não foi marcada',
    },
    onUndo,
  );
}
