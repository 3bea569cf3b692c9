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

/** A category's slug and name. */
export interface NamedCategory {
  slug: string;
  name: string;
}

export interface Results {
  filters: ResultsFilters;
  /** From the root to the chosen category; empty when none is chosen or known. */
  branch: NamedCategory[];
  items: ListingCard[];
  found: Omit<Found, 'items'>;
  /** For an empty result: the number of results without each filter. */
  relaxed: { filter: AppliedFilter; total: number }[];
  /** The request that failed; all other fields belong to the previous list. */
  failed?: ResultsFilters;
}

/** The whole list up to the page in the address. */
export async function loadResults(api: Api, filters: ResultsFilters): Promise<Results> {
  const [{ items, ...found }, branch] = await Promise.all([
    api(searchListings, { query: searchQuery(filters) }),
    filters.category ? branchOf(api, filters.category) : [],
  ]);
  const relaxed = found.total === 0 ? await countWithoutEach(api, filters, branch, found) : [];
  return { filters, branch, items, found, relaxed };
}

/** The chosen category and its ancestors. */
async function branchOf(api: Api, slug: string): Promise<NamedCategory[]> {
  const { items } = await api(listCategories);
  const branch: NamedCategory[] = [];
  let node = items.find((category) => category.slug === slug);
  while (node) {
    branch.unshift({ slug: node.slug, name: node.name });
    const above: number | null = node.parentId;
    node = items.find((category) => category.id === above);
  }
  return branch;
}

const cacheMs = 5 * 60_000;
let last: { results: Results; page: number; at: number } | null = null;

/**
 * The same in the browser, which caches the last list: «Carregar mais» requests only the new batch, and going back
 * shows the cached list at once (design §4.8).
 */
export async function loadResultsInBrowser(api: Api, filters: ResultsFilters): Promise<Results> {
  const known = last && searchKey(last.results.filters) === searchKey(filters) ? last : null;
  const fresh = known !== null && Date.now() - known.at < cacheMs;
  if (known && fresh && filters.page === known.page + 1 && known.results.found.next) {
    const { items, next } = await api(searchListings, {
      query: searchQuery(filters, known.results.found.next),
    });
    const results = { ...known.results, filters, items: [...known.results.items, ...items] };
    return cacheResults({ ...results, found: { ...known.results.found, next } });
  }
  if (known && fresh && filters.page === known.page) return known.results;
  return cacheResults(await loadResults(api, filters));
}

/** Caches the results rendered by the server, so that the next batch can be appended. */
export function cacheResults(results: Results): Results {
  last = { results, page: Math.ceil(results.items.length / batchSize) || 1, at: Date.now() };
  return results;
}

/**
 * The list on the screen when the next one failed to load: it stays, with a button to retry.
 * @throws the failure itself without a previous list, or when the API refused the request
 */
export function cachedResults(failed: ResultsFilters, failure: unknown): Results {
  const unanswered = failure instanceof ApiError && isUnanswered(failure);
  if (!last || !unanswered || window.location.pathname !== '/anuncios') throw failure;
  return { ...last.results, failed };
}

async function countWithoutEach(
  api: Api,
  filters: ResultsFilters,
  branch: readonly NamedCategory[],
  { facets }: Results['found'],
) {
  const applied = appliedFilters(filters, branch, facets.attributes);
  if (applied.length + (filters.searchText ? 1 : 0) < 2) return [];
  const relaxed = await Promise.all(
    applied.map(async (filter) => {
      const { total } = await api(searchListings, { query: { ...searchQuery(filter.without), limit: '1' } });
      return { filter, total };
    }),
  );
  return relaxed.filter(({ total }) => total > 0);
}
