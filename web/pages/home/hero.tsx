import { Link } from 'react-router';
import type { ListingCard } from '#contract/listings/listings.ts';
import { SearchForm } from '#web/layouts/search/search-form.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { resultsPath } from '#web/listings/search/results-query.ts';
import type { HomeData } from './load-home.ts';
import { Mosaic } from './mosaic.tsx';

interface HeroProps {
  popular: HomeData['popular'];
  live: readonly ListingCard[];
  day: string;
}

/** The top of the home page: a claim, the search, and real listings inside the tile pattern. */
export function Hero({ popular, live, day }: HeroProps) {
  return (
    <div className="mx-auto grid w-full max-w-page page-gutter pt-3 pb-8 md:grid-cols-[minmax(0,1fr)_minmax(0,320px)] md:items-center md:gap-10 md:pt-8 md:pb-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-14">
      <div className="flex min-w-0 flex-col">
        <div className="max-md:order-2 max-md:mt-5">
          <h1 className="text-display">Tudo passa pela {brandName}.</h1>
          <p className="mt-3 max-w-[44ch] text-body text-ink-2 md:mt-4 md:text-[1.125rem]">
            Compre e venda entre pessoas. O pagamento fica guardado até a entrega dar certo.
          </p>
        </div>
        <SearchForm size="lg" className="max-md:order-1 md:mt-7" />
        {popular.length > 0 && (
          <nav aria-label="Mais procurados" className="order-3 -mx-4 mt-4 md:mx-0">
            <ul className="flex scroll-row gap-2 px-4 py-1 md:flex-wrap md:px-0">
              {popular.map(({ slug, name }) => (
                <li key={slug} className="shrink-0">
                  <Link
                    to={resultsPath({ category: slug })}
                    className="inline-flex h-9 items-center rounded-full border border-border-strong bg-surface px-3.5 text-sm font-medium text-ink hit-44 hover:bg-surface-2"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <Mosaic listings={live} day={day} />
    </div>
  );
}
