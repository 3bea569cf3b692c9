import { ArrowDown } from '#web/ui/icons/icons.tsx';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigation, useNavigationType } from 'react-router';
import { Cached } from '#web/boot/cached-markup.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { readOpenedCard, storeOpenedCard } from '#web/listings/opened-card.ts';
import { MarketCard } from '#web/listings/market-card.tsx';
import type { ResultsFilters } from './results-query.ts';
import { searchKey } from './results-query.ts';
import type { Found } from './search.ts';
import { useFreightEstimates } from './use-freight-estimates.ts';
import { useInstallmentText } from '#web/payments/installment-offer.tsx';

interface ResultsListProps {
  filters: ResultsFilters;
  items: Found['items'];
  found: Omit<Found, 'items'>;
  /** Address of the same list with one more batch; null at its end. */
  nextPath: string | null;
}

/** The cards, «Carregar mais», and a link back to the card that was opened before. */
export function ResultsList({ filters, items, found, nextPath }: ResultsListProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [openedCard, leave] = useOpenedCard(searchKey(filters), items);
  const loadMore = useFocusOnFirstNew(grid, items.length);
  const installments = useInstallmentText();
  const freight = useFreightEstimates(items);
  const loading = useNavigation().state === 'loading';
  return (
    <>
      <Cached
        kind="result"
        parts={items.map((listing, index) => ({
          listing,
          installments: installments(listing.priceCents),
          eager: index < 4,
        }))}
        ref={grid}
        className="listing-grid-sidebar"
      >
        {({ listing, installments: offer, eager }) => (
          <MarketCard
            key={listing.id}
            listing={listing}
            distanceKm={listing.distanceKm}
            freight={freight.get(listing.id)}
            installments={offer}
            level={2}
            eager={eager}
            marked={openedCard === listing.slug}
            onOpen={({ slug }) => storeOpenedCard(searchKey(filters), slug)}
          />
        )}
      </Cached>
      {nextPath && (
        <div className="flex justify-center pt-8">
          <Button asChild variant="secondary" loading={loading}>
            <Link to={nextPath} replace preventScrollReset onClick={loadMore}>
              Carregar mais ({formatNumber(items.length)} de {formatNumber(found.total)})
            </Link>
          </Button>
        </div>
      )}
      {openedCard && (
        <Button
          variant="secondary"
          icon={<ArrowDown aria-hidden="true" className="size-4.5" />}
          className="fixed bottom-[calc(72px+env(safe-area-inset-bottom))] left-1/2 z-sticky -translate-x-1/2 rounded-full shadow-lg animate-in fade-in-0 md:bottom-6"
          onClick={() => {
            const card = grid.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(openedCard)}"]`);
            card?.scrollIntoView({ block: 'center' });
            card?.focus({ preventScroll: true });
            leave();
          }}
        >
          Voltar para onde parei
        </Button>
      )}
    </>
  );
}

const backLinkMs = 8_000;

/** A subscription that never fires: the place is written only when leaving. */
const subscribeNever = () => () => undefined;

/** The card opened before returning with the browser's back button; cleared after 8 s or a scroll. */
function useOpenedCard(key: string, items: Found['items']): [string | null, () => void] {
  const back = useNavigationType() === 'POP';
  const [dismissed, setDismissed] = useState(false);
  // The server does not know the place, so it is read after hydration.
  const slug = useSyncExternalStore(
    subscribeNever,
    () => readOpenedCard(key),
    () => null,
  );
  // The first cards are in view anyway.
  const far = items.findIndex((listing) => listing.slug === slug) >= 4;
  const place = back && !dismissed && far ? slug : null;
  useEffect(() => {
    if (!place) return;
    const leave = () => setDismissed(true);
    const timer = setTimeout(leave, backLinkMs);
    const onScroll = () => window.scrollY > 120 && leave();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, [place]);
  return [place, () => setDismissed(true)];
}

/** After «Carregar mais» the focus moves to the first new card. */
function useFocusOnFirstNew(grid: React.RefObject<HTMLDivElement | null>, length: number): () => void {
  const requestedAt = useRef<number | null>(null);
  useEffect(() => {
    if (requestedAt.current === null || length <= requestedAt.current) return;
    grid.current?.querySelectorAll<HTMLElement>('[data-card]')[requestedAt.current]?.focus();
    requestedAt.current = null;
  }, [grid, length]);
  return () => {
    requestedAt.current = length;
  };
}
