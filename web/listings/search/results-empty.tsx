import { Link } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { ResultsFilters } from './results-query.ts';
import { resultsPath } from './results-query.ts';
import { NoListings } from './no-listings.tsx';
import { countText } from './results-toolbar.tsx';
import type { Found, Results } from './search.ts';

/** No results: with filters, how many results each one hides; without, other ways to continue. */
export function ResultsEmpty({ results }: { results: Results }) {
  const { filters, relaxed, wider } = results;
  const { near } = results.found;
  const filtered =
    filters.category ||
    filters.minCents !== null ||
    filters.maxCents !== null ||
    filters.delivery.length > 0 ||
    filters.stars ||
    filters.verified ||
    filters.state ||
    filters.city !== null;
  if (!filtered && !filters.searchText) return <NoListings seed="sem resultado" />;
  if (!filtered) return <NothingWithWords words={filters.searchText} near={near} />;
  return (
    <EmptyState
      title={filteredTitle(filters)}
      text={
        wider
          ? 'Um pouco mais longe, há resultados:'
          : relaxed.length > 0
            ? 'Sem um deles, há resultados:'
            : 'Veja os anúncios de outras categorias ou sem filtros.'
      }
      action={
        wider || relaxed.length > 0 ? (
          <ul className="flex flex-col items-center gap-1">
            {wider && (
              <li>
                <Button asChild>
                  <Link to={resultsPath(wider.filters)}>
                    Ver {wider.label}: {formatCount(wider.total, 'anúncio', 'anúncios')}
                  </Link>
                </Button>
              </li>
            )}
            {relaxed.map(({ filter, total }) => (
              <li key={filter.key}>
                <Link
                  to={resultsPath(filter.without)}
                  className="inline-flex min-h-11 items-center text-ui font-semibold text-brand underline-offset-4 hover:underline"
                >
                  Sem “{filter.label}”: {formatCount(total, 'anúncio', 'anúncios')}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <Button asChild>
            <Link to={resultsPath({ searchText: filters.searchText })}>Ver todos os resultados</Link>
          </Button>
        )
      }
      seed="sem resultado"
    />
  );
}

/** The words found nothing: the category of such things and near searches. */
function NothingWithWords({ words, near: { category, searches } }: { words: string; near: Found['near'] }) {
  return (
    <EmptyState
      title={`Nenhum anúncio com “${words}”.`}
      text={
        searches.length > 0
          ? 'Estas buscas têm anúncios agora:'
          : 'Confira a grafia, use menos palavras ou procure pela categoria.'
      }
      action={
        <div className="flex flex-col items-center gap-4">
          {searches.length > 0 && (
            <ul aria-label="Buscas parecidas" className="flex flex-col items-center gap-1">
              {searches.map((search) => (
                <li key={search.words}>
                  <Link
                    to={resultsPath({ searchText: search.words })}
                    className="inline-flex min-h-11 items-center text-ui font-semibold text-brand underline-offset-4 hover:underline"
                  >
                    {search.words}: {countText(search)}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap justify-center gap-2">
            <Button asChild variant={searches.length > 0 ? 'secondary' : undefined}>
              <Link to={category ? resultsPath({ category: category.slug }) : '/categorias'}>
                {category ? `Ver ${category.name}` : 'Ver categorias'}
              </Link>
            </Button>
            <Button asChild variant="quiet">
              <Link to="/anuncios">Ver todos os anúncios</Link>
            </Button>
          </div>
        </div>
      }
      seed="sem resultado"
    />
  );
}

/** The category that was opened is no filter to blame, and one filter is not several. */
function filteredTitle(filters: ResultsFilters): string {
  const { searchText, category, minCents, maxCents, delivery, stars, verified, state, city, attributes } =
    filters;
  const narrowed = [minCents !== null || maxCents !== null, stars, verified, state, city];
  const several = [...delivery, ...Object.values(attributes).flat()];
  const count = narrowed.filter(Boolean).length + several.length;
  const words = searchText ? ` com “${searchText}”` : '';
  const place = category ? ' nesta categoria' : '';
  if (count === 0) return `Nenhum anúncio${words}${place}.`;
  return `Nenhum anúncio${words}${place} com ${count === 1 ? 'este filtro' : 'estes filtros'}.`;
}
