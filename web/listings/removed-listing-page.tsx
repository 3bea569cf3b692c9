import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { PageError } from '#web/pages/page-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import type { RemovedListing } from './removed-listing.ts';
import { MarketCard } from './market-card.tsx';
import { resultsPath } from './search/results-query.ts';
import { useInstallmentText } from '#web/payments/installment-offer.tsx';

/** The page of an unavailable listing; a removed one is followed by others of its category. */
export function ListingError() {
  const installments = useInstallmentText();
  const error = useRouteError();
  const removed =
    isRouteErrorResponse(error) && error.status === 410 ? (error.data as Partial<RemovedListing>) : null;
  return (
    <>
      <PageError />
      {removed?.category && removed.similar && removed.similar.length > 0 && (
        <div className="mx-auto w-full max-w-page page-gutter">
          <Section
            id="parecidos"
            title="Parecidos"
            className="mt-14"
            action={
              <Button asChild variant="quiet" className="-mr-5 -mb-2.5">
                <Link to={resultsPath({ category: removed.category })}>Ver todos</Link>
              </Button>
            }
          >
            <div className="listing-grid max-[639px]:[&>:last-child:nth-child(2n+3)]:hidden">
              {removed.similar.map((listing) => (
                <MarketCard
                  key={listing.id}
                  listing={listing}
                  installments={installments(listing.priceCents)}
                />
              ))}
            </div>
          </Section>
        </div>
      )}
    </>
  );
}
