import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { SlidersHorizontal } from '#web/ui/icons/icons.tsx';
import { redirect, useNavigation } from 'react-router';
import { api, apiContext } from '#web/api/api.ts';
import type { Api } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { CountBubble } from '#web/ui/buttons/icon-button.tsx';
import { ListingCardSkeleton, Loading } from '#web/ui/page/skeleton.tsx';
import { appliedFilters } from './applied-filters.ts';
import { findPlace } from './find-place.ts';
import { ResultsEmpty } from './results-empty.tsx';
import { FilterForm, FilterSheet } from './results-filters.tsx';
import { ResultsList } from './results-list.tsx';
import { resultsMeta } from './results-meta.ts';
import { readFilters, resultsPath, searchKey, typedPlaceField } from './results-query.ts';
import { AppliedRow, LeftOut, ResultsTitle, SortForm } from './results-toolbar.tsx';
import { cachedResults, loadResults, loadResultsInBrowser, cacheResults } from './search.ts';
import type { Route } from './+types/results-page';

// Shown only when a request fails, so it loads separately.
const LazyLoadFailure = lazyPart(() =>
  import('#web/api/load-failure.tsx').then((module) => ({ default: module.LoadFailure })),
);

export const ErrorBoundary = () => <PageError title="Anúncios" thing="os anúncios" />;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin, searchParams } = new URL(request.url);
  const serverApi = context.get(apiContext);
  const placeProblem = await resolveTypedPlace(serverApi, searchParams);
  const results = await orErrorStatus(loadResults(serverApi, readFilters(searchParams)));
  return { ...results, placeProblem: placeProblem ?? results.placeProblem, origin };
}

/** The form without JavaScript sends a place as typed: the address gets its city. @returns what to do instead */
async function resolveTypedPlace(serverApi: Api, search: URLSearchParams): Promise<string | null> {
  const typed = search.get(typedPlaceField)?.trim();
  if (!typed) return null;
  const { city, problem } = await orErrorStatus(findPlace(serverApi, typed));
  if (city === null) return problem;
  throw redirect(resultsPath({ ...readFilters(search), state: null, city: city.id, radius: 50, page: 1 }));
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { origin, searchParams } = new URL(request.url);
  const filters = readFilters(searchParams);
  const results = loadResultsInBrowser(api, filters).catch((failure: unknown) =>
    cachedResults(filters, failure),
  );
  return { ...(await orErrorStatus(results)), origin };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData ? resultsMeta(loaderData, loaderData.origin) : [{ title: `Anúncios · ${brandName}` }];

const resultsId = 'resultados';

/** `/anuncios`: search results. The address holds the whole state. */
export default function ResultsPage({ loaderData }: Route.ComponentProps) {
  const { filters, branch, items, found, failed } = loaderData;
  const { location } = useNavigation();
  const [sheetOpen, setSheetOpen] = useState(false);
  const loading =
    location?.pathname === '/anuncios' ? readFilters(new URLSearchParams(location.search)) : null;
  const changing = loading !== null && searchKey(loading) !== searchKey(filters);
  const applied = appliedFilters(filters, branch, { ...found.facets, city: found.city });
  // A search without results or removable filters has nothing to sort or filter.
  const noResults = items.length === 0 && applied.length === 0;
  const top = useTopOnNewSearch(searchKey(filters));
  useEffect(() => {
    if (!loaderData.failed) cacheResults(loaderData);
  }, [loaderData]);
  const form = {
    filters: loading ?? failed ?? filters,
    branch,
    found,
    placeProblem: loaderData.placeProblem,
  };
  return (
    <div ref={top} className="mx-auto w-full max-w-page scroll-mt-20 page-gutter pt-4 md:pt-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <ResultsTitle filters={filters} branch={branch} found={found} />
        <div
          hidden={noResults}
          className="flex flex-1 items-center justify-end gap-2 max-md:w-full max-md:flex-none max-md:flex-wrap"
        >
          <FiltersLink applied={applied.length} onOpen={() => setSheetOpen(true)} />
          <SortForm filters={form.filters} />
        </div>
      </div>
      <AppliedRow filters={filters} found={found} applied={applied} />
      <LeftOut filters={filters} />
      {failed && <Failed more={searchKey(failed) === searchKey(filters)} />}
      <div className={cn('mt-5 grid gap-8', !noResults && 'lg:grid-cols-[264px_minmax(0,1fr)]')}>
        {/* Without JavaScript «Filtros» is a link, and its target becomes visible by CSS. */}
        {!noResults && (
          <aside id="filtros" aria-label="Filtros" className="max-lg:hidden max-lg:target:block">
            <FilterForm {...form} onDone={() => document.getElementById(resultsId)?.focus()} />
          </aside>
        )}
        <section
          id={resultsId}
          tabIndex={-1}
          aria-label="Resultados"
          aria-busy={changing || undefined}
          className={cn('min-w-0 transition-opacity duration-hover', (changing || failed) && 'opacity-55')}
        >
          {items.length === 0 ? (
            <ResultsEmpty results={loaderData} />
          ) : (
            <ResultsList filters={filters} items={items} found={found} nextPath={nextPath(loaderData)} />
          )}
        </section>
      </div>
      <FilterSheet {...form} open={sheetOpen} onOpenChange={setSheetOpen} />
    </div>
  );
}

/** Opens the sheet of filters; without JavaScript it leads to the form. */
function FiltersLink({ applied, onOpen }: { applied: number; onOpen: () => void }) {
  return (
    <Button asChild variant="secondary" className="relative max-md:flex-[1_1_8rem] lg:hidden">
      <a
        href="#filtros"
        onClick={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        <SlidersHorizontal aria-hidden="true" />
        Filtros
        {applied > 0 && <CountBubble count={applied} className="static" />}
      </a>
    </Button>
  );
}

/** Shown above the previous list when another list or more of it failed to load. */
function Failed({ more }: { more: boolean }) {
  return (
    <div role="alert" className="mt-4">
      <Suspense>
        <LazyLoadFailure thing={more ? 'o resto da lista' : 'os filtros'} />
      </Suspense>
    </div>
  );
}

/** Shown while the browser loads the page itself. */
export function HydrateFallback() {
  return (
    <Loading name="anúncios" className="mx-auto w-full max-w-page page-gutter pt-8">
      <div className="listing-grid">
        {Array.from({ length: 10 }, (_, index) => (
          <ListingCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}

function nextPath({ filters, items, found }: Route.ComponentProps['loaderData']): string | null {
  return found.next === null ? null : resultsPath({ ...filters, page: Math.floor(items.length / 24) + 1 });
}

/**
 * Filters and sort scroll to the top of the results; «Carregar mais» and the first view do not scroll (design §4.8).
 */
function useTopOnNewSearch(key: string) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  }, [key]);
  return top;
}
