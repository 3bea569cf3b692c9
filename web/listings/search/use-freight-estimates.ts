import { useEffect, useState } from 'react';
import { estimateFreight, maxEstimated } from '#contract/shipping/quotes.ts';
import type { State } from '#domain/addresses/states.ts';
import { stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import { api, ApiError } from '#web/api/api.ts';
import type { FreightEstimate } from '#web/listings/listing-texts.ts';
import { readPostalCode } from '#web/shipping/remembered-postal-code.ts';
import type { Found } from './search.ts';

/** Null for a listing that no service takes. */
type Estimates = ReadonlyMap<number, FreightEstimate | null>;

/**
 * The lowest freight of these results to the state of the remembered postal code, by listing (S04). Empty without a
 * postal code, without a reply, and before hydration.
 */
export function useFreightEstimates(items: Found['items']): Estimates {
  const [estimates, setEstimates] = useState<Estimates>(new Map());
  const ids = items
    .filter(({ deliveryType, freeShipping }) => deliveryType === 'shipping' && !freeShipping)
    .map(({ id }) => id)
    .filter((id) => !estimates.has(id))
    .slice(0, maxEstimated)
    .join(',');
  useEffect(() => {
    const postalCode = readPostalCode();
    const state = postalCode && stateOfPostalCode(postalCode);
    if (!state || ids === '') return undefined;
    const stop = new AbortController();
    void ask(state, ids, stop.signal).then((found) => {
      if (!stop.signal.aborted) setEstimates((known) => new Map([...known, ...found]));
    });
    return () => stop.abort();
  }, [ids]);
  return estimates;
}

async function ask(state: State, ids: string, signal: AbortSignal): Promise<Estimates> {
  try {
    const { items, exact } = await api(estimateFreight, {
      query: { state, ids },
      signal,
      interactive: false,
    });
    const prices = new Map(items.map(({ id, priceCents }) => [id, { priceCents, exact }]));
    return new Map(ids.split(',').map((id) => [Number(id), prices.get(Number(id)) ?? null]));
  } catch (error) {
    // Cards without an estimate say that the listing is shipped.
    if (signal.aborted || error instanceof ApiError) return new Map();
    throw error;
  }
}
