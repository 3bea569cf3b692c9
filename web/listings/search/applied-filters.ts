import { formatCents } from '#web/ui/data/formats.ts';
import { deliveryWords } from '#web/listings/words.ts';
import type { StarStep } from '#contract/listings/listings.ts';
import type { ResultsFilters } from './results-query.ts';

export interface AppliedFilter {
  /** Unique among the filters in force. */
  key: string;
  label: string;
  /** The same search with this filter taken away. */
  without: ResultsFilters;
}

/** The filters in force, in words, each with the search that is left when it is removed. */
export function appliedFilters(
  filters: ResultsFilters,
  branch: readonly { slug: string; name: string }[],
): AppliedFilter[] {
  const base = { ...filters, page: 1 };
  const applied: AppliedFilter[] = [];
  if (filters.category)
    applied.push({
      key: 'category',
      label: branch.at(-1)?.name ?? filters.category,
      without: { ...base, category: '', attributes: {} },
    });
  if (filters.minCents !== null || filters.maxCents !== null)
    applied.push({
      key: 'price',
      label: priceWords(filters.minCents, filters.maxCents),
      without: { ...base, minCents: null, maxCents: null },
    });
  if (filters.delivery)
    applied.push({
      key: 'delivery',
      label: deliveryFilterWords[filters.delivery],
      without: { ...base, delivery: null },
    });
  if (filters.stars)
    applied.push({ key: 'stars', label: starWords[filters.stars], without: { ...base, stars: null } });
  if (filters.verified)
    applied.push({ key: 'verified', label: verifiedWords, without: { ...base, verified: false } });
  for (const [key, values] of Object.entries(filters.attributes))
    for (const value of values)
      applied.push({
        key: `${key} ${value}`,
        label: attributeWords[value] ?? value,
        without: {
          ...base,
          attributes: { ...filters.attributes, [key]: values.filter((other) => other !== value) },
        },
      });
  return applied;
}

/** A boolean attribute's answers. */
const attributeWords: Record<string, string> = { true: 'Sim', false: 'Não' };

export const deliveryFilterWords = {
  automatic: deliveryWords('automatic', 0),
  manual: 'Entrega combinada',
} as const;

export const starWords: Record<StarStep, string> = { 45: 'Nota 4,5 ou mais', 40: 'Nota 4 ou mais' };

export const verifiedWords = 'Documento confirmado';

export function priceWords(minCents: number | null, maxCents: number | null): string {
  if (minCents === null) return `até ${formatCents(maxCents ?? 0)}`;
  if (maxCents === null) return `a partir de ${formatCents(minCents)}`;
  return `${formatCents(minCents)} a ${formatCents(maxCents)}`;
}
