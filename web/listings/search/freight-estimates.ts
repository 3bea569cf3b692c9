import { estimateFreight, maxEstimated } from '#contract/shipping/quotes.ts';
import { stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import { api, ApiError } from '#web/api/api.ts';
import type { FreightEstimate } from '#web/listings/listing-texts.ts';
import { readPostalCode } from '#web/shipping/remembered-postal-code.ts';

/** By listing; null for one that no service takes. */
export type FreightEstimates = ReadonlyMap<number, FreightEstimate | null>;

/** The lowest freight of these listings to the state of the remembered postal code; empty without one, or without a reply. */
export async function estimatesOf(ids: readonly number[], signal: AbortSignal): Promise<FreightEstimates> {
  const postalCode = readPostalCode();
  const state = postalCode && stateOfPostalCode(postalCode);
  if (!state) return new Map();
  const asked = ids.slice(0, maxEstimated);
  try {
    const query = { state, ids: asked.join(',') };
    const { items, exact } = await api(estimateFreight, { query, signal, interactive: false });
    const prices = new Map(items.map(({ id, priceCents }) => [id, { priceCents, exact }]));
    return new Map(asked.map((id) => [id, prices.get(id) ?? null]));
  } catch (error) {
    // Cards without an estimate say that the listing is shipped.
    if (signal.aborted || error instanceof ApiError) return new Map();
    throw error;
  }
}
