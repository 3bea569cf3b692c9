import { listCategories } from '#contract/listings/catalogue.ts';
import { searchListings } from '#contract/listings/listings.ts';
import type { Reply } from '#contract/endpoint.ts';
import { radiiKm } from '#domain/places/places.ts';
import type { Api } from '#web/api/api.ts';
import { ApiError, isUnanswered } from '#web/api/api.ts';
import type { AppliedFilter } from './applied-filters.ts';
import { appliedFilters, placeLabel } from './applied-filters.ts';
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
  items: Found['items'];
  found: Omit<Found, 'items'>;
  /** For an empty result: the number of results without each filter. */
  relaxed: { filter: AppliedFilter; total: number }[];
  /** For an empty result around a city: the least wider distance with results. */
  wider: { label: string; filters: ResultsFilters; total: number } | null;
  /** Why the place of the address was not used. */
  placeProblem: string | null;
  /** The request that failed; all other fields belong to the previous list. */
  failed?: ResultsFilters;
}

/** The whole list up to the page in the address. */
export async function loadResults(api: Api, filters: ResultsFilters): Promise<Results> {
  const [reply, branch] = await Promise.all([
    orUnknownCity(api(searchListings, { query: searchQuery(filters) })),
    filters.category ? branchOf(api, filters.category) : [],
  ]);
  if (typeof reply === 'string') {
    const elsewhere = await loadResults(api, { ...filters, city: null, radius: null });
    return { ...elsewhere, placeProblem: reply };
  }
  const { items, ...found } = reply;
  const isEmpty = found.total === 0;
  const [relaxed, wider] = await Promise.all([
    isEmpty ? countWithoutEach(api, filters, branch, found) : [],
    isEmpty ? findWider(api, filters, found.city) : null,
  ]);
  return { filters, branch, items, found, relaxed, wider, placeProblem: null };
}

/** The reply, or what the API says about a city that does not exist: the page shows the other filters' results. */
async function orUnknownCity(search: Promise<Found>): Promise<Found | string> {
  return search.catch((error: unknown) => {
    if (error instanceof ApiError && error.fields.city) return error.fields.city;
    throw error;
  });
}

/** The least distance beyond the chosen one that has results. */
async function findWider(api: Api, filters: ResultsFilters, city: Found['city']): Promise<Results['wider']> {
  const { radius } = filters;
  if (!city || radius === 'any') return null;
  const farther = radiiKm
    .filter((km) => km > (radius ?? 0))
    .map((km) => ({ ...filters, radius: km, page: 1 }));
  const totals = await Promise.all(
    farther.map((each) => api(searchListings, { query: { ...searchQuery(each), limit: '1' } })),
  );
  const index = totals.findIndex(({ total }) => total > 0);
  const found = farther[index];
  return found
    ? { label: placeLabel(city, found.radius), filters: found, total: totals[index]!.total }
    : null;
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
  { facets, city }: Results['found'],
) {
  const applied = appliedFilters(filters, branch, { ...facets, city });
  if (applied.length + (filters.searchText ? 1 : 0) < 2) return [];
  const relaxed = await Promise.all(
    applied.map(async (filter) => {
      const { total } = await api(searchListings, { query: { ...searchQuery(filter.without), limit: '1' } });
      return { filter, total };
    }),
  );
  return relaxed.filter(({ total }) => total > 0);
}
