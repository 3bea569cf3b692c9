import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { getOrder, listPurchases } from '#contract/orders/orders.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { api, ApiError } from '#web/api/api.ts';

type Found = { state: 'loading' } | { state: 'failed'; reason: string } | { state: 'found'; order: Order };

/** The purchase with this id, found in the list of purchases by its code. */
export function useOwnOrder(orderId: number): Found {
  const [found, setFound] = useState<Found>({ state: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    find(orderId, stop.signal).then(setFound, (error: unknown) => {
      if (error instanceof ApiError) setFound({ state: 'failed', reason: error.detail });
    });
    return () => stop.abort();
  }, [orderId]);
  return found;
}

async function find(orderId: number, signal: AbortSignal): Promise<Found> {
  const { items } = await api(listPurchases, { query: { q: orderCode(orderId) }, signal });
  const row = items.find(({ id }) => id === orderId);
  if (!row) return { state: 'failed', reason: 'Abra o pedido em Conta, Compras.' };
  return { state: 'found', order: await api(getOrder, { params: { hash: row.hash }, signal }) };
}
