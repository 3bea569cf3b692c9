import type { Cents } from '#domain/money.ts';
import type { Quote } from './tariffs.ts';

/**
 * S06: whether a sale pays for the label of free freight. Its seller pays the cheapest service out of their part of the
 * sale; what a label costs beyond it would be the guarantee fund's, so there the freight is not free.
 * @param quotes every service that takes the parcel there
 * @param sellerCents what the sale leaves its seller before the freight
 */
export function paysFreeFreight(quotes: readonly Quote[], sellerCents: Cents): boolean {
  const labels = quotes.filter(({ source }) => source !== 'table');
  return labels.length === 0 || Math.min(...quotes.map(({ priceCents }) => priceCents)) < sellerCents;
}
