import type { ListingCard } from '#contract/listings/listings.ts';
import { listCategories } from '#contract/listings/catalogue.ts';
import { searchListings } from '#contract/listings/listings.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Api } from '#web/api/api.ts';
import { ApiError, isUnanswered } from '#web/api/api.ts';
import type { AppliedFilter } from './applied-filters.ts';
import { appliedFilters } from './applied-filters.ts';
import type { ResultsFilters } from './results-query.ts';
import { batchSize, searchKey, searchQuery } from './results-query.ts';

export type Found = Reply<typeof searchListings>;

/** A category with a name. */
export interface Named {
  slug: string;
  name: string;
}

export interface Results {
  filters: ResultsFilters;
  /** From the top down to the chosen category; empty when none is chosen or known. */
  branch: Named[];
  items: ListingCard[];
  found: Omit<Found, 'items'>;
  /** When nothing was found: how many there are without each filter. */
  freed: { filter: AppliedFilter; total: number }[];
  /** What could not be fetched: all the rest is of the list before it. */
  failed?: ResultsFilters;
}

/** The whole list up to the page of the address. */
export async function loadResults(api: Api, filters: ResultsFilters): Promise<Results> {
  const [{ items, ...found }, branch] = await Promise.all([
    api(searchListings, { query: searchQuery(filters) }),
    filters.category ? branchOf(api, filters.category) : [],
  ]);
  const freed = found.total === 0 ? await countWithoutEach(api, filters, branch) : [];
  return { filters, branch, items, found, freed };
}

/** The chosen category and those above it. */
async function branchOf(api: Api, slug: string): Promise<Named[]> {
  const { items } = await api(listCategories);
  const branch: Named[] = [];
  let node = items.find((category) => category.slug === slug);
  while (node) {
    branch.unshift({ slug: node.slug, name: node.name });
    const above: number | null = node.parentId;
    node = items.find((category) => category.id === above);
  }
  return branch;
}

const youngMs = 5 * 60_000;
let last: { results: Results; page: number; at: number } | null = null;

/**
 * The same in the browser, remembering the last list: «Carregar mais» fetches only the new batch and going back
 * shows at once what was there (design §4.8).
 */
export async function loadResultsInBrowser(api: Api, filters: ResultsFilters): Promise<Results> {
  const known = last && searchKey(last.results.filters) === searchKey(filters) ? last : null;
  const young = known !== null && Date.now() - known.at < youngMs;
  if (known && young && filters.page === known.page + 1 && known.results.found.next) {
    const { items, next } = await api(searchListings, {
      query: searchQuery(filters, known.results.found.next),
    });
    const results = { ...known.results, filters, items: [...known.results.items, ...items] };
    return remember({ ...results, found: { ...known.results.found, next } });
  }
  if (known && young && filters.page === known.page) return known.results;
  return remember(await loadResults(api, filters));
}

/** What the server rendered counts as known, so that the next batch can follow it. */
export function remember(results: Results): Results {
  last = { results, page: Math.ceil(results.items.length / batchSize) || 1, at: Date.now() };
  return results;
}

/**
 * The list that is on the screen, when the next one did not come: it stays, and can be asked for again.
 * @throws the failure itself where there is no list yet, or the API refused what was asked
 */
export function keptResults(failed: ResultsFilters, failure: unknown): Results {
  const unanswered = failure instanceof ApiError && isUnanswered(failure);
  if (!last || !unanswered || window.location.pathname !== '/anuncios') throw failure;
  return { ...last.results, failed };
}

async function countWithoutEach(api: Api, filters: ResultsFilters, branch: readonly Named[]) {
  const applied = appliedFilters(filters, branch);
  if (applied.length + (filters.words ? 1 : 0) < 2) return [];
  const freed = await Promise.all(
    applied.map(async (filter) => {
      const { total } = await api(searchListings, { query: { ...searchQuery(filter.without), limit: '1' } });
      return { filter, total };
    }),
  );
  return freed.filter(({ total }) => total > 0);
}
