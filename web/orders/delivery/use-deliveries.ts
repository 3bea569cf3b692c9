import { deliverOrder } from '#contract/orders/orders.ts';
import { api } from '#web/api/api.ts';
import { useHeldWords } from '#web/api/use-pending-text.ts';
import type { HeldWords } from '#web/api/use-pending-text.ts';

export interface Delivery {
  /** The order's number. */
  id: number;
  hash: string;
  buyer: string;
  /** How it was delivered (P13). */
  text: string;
}

/** Where the words of a delivery are kept while they are written, wherever that is. */
export const deliveryDraft = ({ hash }: Pick<Delivery, 'hash'>) => `entrega-${hash}`;

/** Deliveries by words alone, held for 6 s: until the call leaves nobody was told, so that taking one back is honest. */
export function useDeliveries(onBack: (delivery: Delivery) => void): HeldWords<Delivery> {
  return useHeldWords<Delivery>(
    {
      draftOf: deliveryDraft,
      send: ({ hash, text }, how) => api(deliverOrder, { params: { hash }, body: { note: text }, ...how }),
      done: { title: 'Entrega marcada', text: ({ buyer }) => `Agora falta @${buyer} confirmar.` },
      failed: 'A entrega não foi marcada',
    },
    onBack,
  );
}
