import { formatCents } from '#web/ui/data/formats.ts';
import { freeFreight } from '#web/listings/listing-texts.ts';
import { deliveryTypeNames } from '#domain/listings/delivery-type-names.ts';
import type { SearchedDelivery, StarStep } from '#contract/listings/listings.ts';
import { stateNames } from '#domain/addresses/states.ts';
import { cityLabel } from '#domain/places/places.ts';
import type { City } from '#domain/places/places.ts';
import type { Radius } from './results-query.ts';
import type { ResultsFilters } from './results-query.ts';

export interface AppliedFilter {
  /** Unique among the active filters. */
  key: string;
  label: string;
  /** The same search without this filter. */
  without: ResultsFilters;
}

/**
 * The active filters with their labels, each with the search that results from removing it. A label is a name: an
 * unknown category has none, and «Sim» needs the attribute that it answers.
 */
export function appliedFilters(
  filters: ResultsFilters,
  branch: readonly { slug: string; name: string }[],
  { city, attributes }: { city: City | null; attributes: readonly { key: string; label: string }[] },
): AppliedFilter[] {
  const base = { ...filters, page: 1 };
  const applied: AppliedFilter[] = [];
  if (filters.category)
    applied.push({
      key: 'category',
      label: branch.at(-1)?.name ?? 'Categoria que não existe',
      without: { ...base, category: '', attributes: {} },
    });
  if (filters.minCents !== null || filters.maxCents !== null)
    applied.push({
      key: 'price',
      label: priceLabel(filters.minCents, filters.maxCents),
      without: { ...base, minCents: null, maxCents: null },
    });
  for (const delivery of filters.delivery)
    applied.push({
      key: delivery,
      label: deliveryFilterLabels[delivery],
      without: { ...base, delivery: filters.delivery.filter((other) => other !== delivery) },
    });
  if (filters.stars)
    applied.push({ key: 'stars', label: starLabel[filters.stars], without: { ...base, stars: null } });
  if (filters.verified)
    applied.push({ key: 'verified', label: verifiedLabel, without: { ...base, verified: false } });
  if (filters.state)
    applied.push({ key: 'state', label: stateNames[filters.state], without: { ...base, state: null } });
  if (filters.city !== null)
    applied.push({
      key: 'city',
      label: placeLabel(city, filters.radius),
      without: { ...base, city: null, radius: null },
    });
  for (const [key, values] of Object.entries(filters.attributes))
    for (const value of values)
      applied.push({
        key: `${key} ${value}`,
        label: attributeLabel(attributes.find((attribute) => attribute.key === key)?.label, value),
        without: {
          ...base,
          attributes: { ...filters.attributes, [key]: values.filter((other) => other !== value) },
        },
      });
  return applied;
}

/** Labels of a boolean attribute's values. */
const booleanLabels: Record<string, string> = { true: 'Sim', false: 'Não' };

function attributeLabel(name: string | undefined, value: string): string {
  const answer = booleanLabels[value];
  if (!answer) return value;
  return name ? `${name}: ${answer}` : answer;
}

/** «Curitiba, PR», «até 50 km de Curitiba, PR», «perto de Curitiba, PR». */
export function placeLabel(city: City | null, radius: Radius | null): string {
  const name = city ? cityLabel(city) : 'uma cidade';
  if (radius === null) return name;
  return radius === 'any' ? `perto de ${name}` : `até ${radius} km de ${name}`;
}

export const deliveryFilterLabels: Readonly<Record<SearchedDelivery, string>> = {
  automatic: deliveryTypeNames.automatic,
  manual: 'Entrega pelo vendedor',
  shipping: deliveryTypeNames.shipping,
  free_shipping: freeFreight,
  pickup: deliveryTypeNames.pickup,
};

export const starLabel: Record<StarStep, string> = { 45: 'Nota 4,5 ou mais', 40: 'Nota 4 ou mais' };

export const verifiedLabel = 'Documento confirmado';

export function priceLabel(minCents: number | null, maxCents: number | null): string {
  if (minCents === null) return `até ${formatCents(maxCents ?? 0)}`;
  if (maxCents === null) return `a partir de ${formatCents(minCents)}`;
  return `${formatCents(minCents)} a ${formatCents(maxCents)}`;
}
