import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { PageError } from '#web/pages/page-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import type { Gone } from './gone.ts';
import { MarketCard } from './market-card.tsx';
import { resultsPath } from './search/results-query.ts';

/** The page of a listing that is not to be seen; below a removed one stand others of its category. */
export function ListingError() {
  const error = useRouteError();
  const gone = isRouteErrorResponse(error) && error.status === 410 ? (error.data as Partial<Gone>) : null;
  return (
    <>
      <PageError />
      {gone?.category && gone.similar && gone.similar.length > 0 && (
        <div className="mx-auto w-full max-w-page page-gutter">
          <Section
            id="parecidos"
            title="Parecidos"
            className="mt-14"
            action={
              <Button asChild variant="quiet" className="-mr-5 -mb-2.5">
                <Link to={resultsPath({ category: gone.category })}>Ver todos</Link>
              </Button>
            }
          >
            <div className="listing-grid max-[639px]:[&>:last-child:nth-child(2n+3)]:hidden">
              {gone.similar.map((listing) => (
                <MarketCard key={listing.id} listing={listing} />
              ))}
            </div>
          </Section>
        </div>
      )}
    </>
  );
}
