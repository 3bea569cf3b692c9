import { Link } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { ResultsFilters } from './results-query.ts';
import { resultsPath } from './results-query.ts';
import type { Results } from './search.ts';

/** No results: with filters, how many results each one hides; without, other ways to continue. */
export function ResultsEmpty({ filters, relaxed }: { filters: ResultsFilters; relaxed: Results['relaxed'] }) {
  const filtered =
    filters.category ||
    filters.minCents !== null ||
    filters.maxCents !== null ||
    filters.delivery ||
    filters.stars ||
    filters.verified;
  if (!filtered)
    return (
      <EmptyState
        title={filters.searchText ? `Nada com “${filters.searchText}”.` : 'Ainda não há anúncios.'}
        text={
          filters.searchText
            ? 'Confira a grafia, use menos palavras ou procure pela categoria.'
            : 'Seja a primeira pessoa a anunciar.'
        }
        action={
          <Button asChild>
            <Link to={filters.searchText ? '/categorias' : '/anunciar'}>
              {filters.searchText ? 'Ver categorias' : 'Criar anúncio'}
            </Link>
          </Button>
        }
        secondary={
          filters.searchText && (
            <Button asChild variant="quiet">
              <Link to="/anuncios">Ver todos os anúncios</Link>
            </Button>
          )
        }
        seed="sem resultado"
      />
    );
  return (
    <EmptyState
      title="Nada com todos esses filtros."
      text={
        relaxed.length > 0 ? 'Tire um deles e veja o que aparece:' : 'Tire os filtros e veja o que aparece.'
      }
      action={
        relaxed.length > 0 ? (
          <ul className="flex flex-col items-center gap-1">
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
            <Link to={resultsPath({ searchText: filters.searchText })}>Limpar filtros</Link>
          </Button>
        )
      }
      seed="sem resultado"
    />
  );
}
