import { Plus, X } from '#web/ui/icons/icons.tsx';
import { Form, Link, useNavigate } from 'react-router';
import { listingSorts } from '#contract/listings/listings.ts';
import type { ListingSort } from '#contract/listings/listings.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';
import { Select } from '#web/ui/forms/select.tsx';
import type { SelectOption } from '#web/ui/forms/select.tsx';
import { useRememberedPlace } from './use-remembered-place.ts';
import type { AppliedFilter } from './applied-filters.ts';
import { deliveryFilterLabels, verifiedLabel } from './applied-filters.ts';
import type { ResultsFilters } from './results-query.ts';
import { hasDistances, noFilters, resultsFields, resultsPath } from './results-query.ts';
import type { Found, NamedCategory } from './search.ts';

type Facts = { filters: ResultsFilters; found: Omit<Found, 'items'> };

/** The title of the results, their number, and a corrected spelling. */
export function ResultsTitle({ filters, branch, found }: Facts & { branch: readonly NamedCategory[] }) {
  const title = filters.searchText
    ? `Resultados para “${filters.searchText}”`
    : (branch.at(-1)?.name ?? 'Todos os anúncios');
  const { correctedTo } = found;
  return (
    <div className="min-w-0">
      <h1 className="text-h1">{title}</h1>
      <output className="mt-1 block text-sm text-ink-2 tabular-nums">{countText(found)}</output>
      {correctedTo && (
        <p className="mt-1 text-sm text-ink-2">
          Nenhum anúncio com “{filters.searchText}”. Mostrando resultados para{' '}
          <b className="font-semibold text-ink">“{correctedTo}”</b> ({countText(found)}).
        </p>
      )}
    </div>
  );
}

/** How many listings there are, or about how many. */
export function countText({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string {
  return totalIsExact
    ? formatCount(total, 'anúncio', 'anúncios')
    : `cerca de ${formatNumber(total)} anúncios`;
}

export const sortLabels: Record<ListingSort, string> = {
  relevancia: 'Relevância',
  novos: 'Mais novos',
  'menor-preco': 'Menor preço',
  'maior-preco': 'Maior preço',
  'mais-vendidos': 'Mais vendidos',
  'mais-perto': 'Mais perto',
};

function sortOptions(filters: ResultsFilters): SelectOption[] {
  return listingSorts.map((value) =>
    value === 'mais-perto' && !hasDistances(filters)
      ? { value, label: 'Mais perto (escolha a cidade)', disabled: true }
      : { value, label: sortLabels[value] },
  );
}

/** «Ordenar»: applies at once with JavaScript, by a button without. */
export function SortForm({ filters }: { filters: ResultsFilters }) {
  const navigate = useNavigate();
  const preservedFields = resultsFields({ ...filters, sort: noFilters.sort, page: 1 });
  return (
    <Form action="/anuncios" className="flex items-center gap-2 max-md:flex-[1_1_8rem]">
      {preservedFields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <span aria-hidden="true" className="text-sm text-ink-2 max-md:hidden">
        Ordenar por
      </span>
      <Select
        name="ordem"
        aria-label="Ordenar"
        options={sortOptions(filters)}
        value={filters.sort}
        className="max-md:min-w-0 max-md:flex-1 md:min-w-44"
        onValueChange={(value) =>
          void navigate(resultsPath({ ...filters, sort: value as ListingSort, page: 1 }), {
            preventScrollReset: true,
          })
        }
      />
      <noscript>
        <Button type="submit" variant="secondary">
          Ordenar
        </Button>
      </noscript>
    </Form>
  );
}

/** The active filters, each a link that removes it, and suggested filters. */
export function AppliedRow({ filters, found, applied }: Facts & { applied: readonly AppliedFilter[] }) {
  const suggestions = suggestedFilters(filters, found);
  const remembered = useRememberedPlace(filters);
  if (applied.length === 0 && suggestions.length === 0 && !remembered) return null;
  return (
    <ul aria-label="Filtros em uso" className="mt-4 flex flex-wrap items-center gap-2">
      {applied.map(({ key, label, without }) => (
        <li key={key}>
          <Link
            to={resultsPath(without)}
            aria-label={`Remover filtro: ${label}`}
            className="inline-flex h-9 items-center gap-1.5 rounded-full border border-brand bg-brand-soft pr-2.5 pl-3.5 text-sm font-semibold text-on-brand-soft hit-44 hover:bg-brand-soft-2"
          >
            {label} <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
      {applied.length > 1 && (
        <li>
          <Link
            to={resultsPath({ searchText: filters.searchText, sort: filters.sort })}
            className="inline-flex h-9 items-center px-2 text-sm font-semibold text-brand underline-offset-4 hit-44 hover:underline"
          >
            Limpar tudo
          </Link>
        </li>
      )}
      {[...suggestions, ...(remembered ? [remembered] : [])].map(({ label, more }) => (
        <li key={label}>
          <Link
            to={resultsPath({ ...filters, ...more, page: 1 })}
            className="inline-flex h-9 items-center gap-1.5 rounded-full border border-dashed border-border-strong bg-surface pr-3.5 pl-2.5 text-sm font-medium text-ink-2 hit-44 hover:text-ink"
          >
            <Plus aria-hidden="true" className="size-4" /> {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What a place or the order by distance does to listings without a city. */
export function LeftOut({ filters }: { filters: ResultsFilters }) {
  const { state, city, radius, sort } = filters;
  const isLimited = state !== null || (city !== null && radius !== 'any');
  if (!isLimited && sort !== 'mais-perto') return null;
  return (
    <p className="mt-3 text-sm text-ink-2">
      {isLimited
        ? 'Só anúncios com cidade. O que é entregue pela internet ou não diz a cidade fica de fora.'
        : 'Anúncios sem cidade, como o que é entregue pela internet, vêm por último.'}
    </p>
  );
}

/** Filters that would leave some results but not all. */
function suggestedFilters({ delivery, verified }: ResultsFilters, { facets, total }: Facts['found']) {
  const narrows = (count: number) => count > 0 && count < total;
  const offers: { label: string; more: Partial<ResultsFilters> }[] = [];
  const automatic = facets.deliveries.find((each) => each.delivery === 'automatic')?.count ?? 0;
  if (delivery.length === 0 && narrows(automatic))
    offers.push({ label: deliveryFilterLabels.automatic, more: { delivery: ['automatic'] } });
  if (!verified && narrows(facets.verified)) offers.push({ label: verifiedLabel, more: { verified: true } });
  return offers;
}
