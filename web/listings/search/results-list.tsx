import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigation, useNavigationType } from 'react-router';
import type { ListingCard } from '#contract/listings/listings.ts';
import { Cached } from '#web/boot/cached-markup.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { readPlace, writePlace } from '#web/listings/last-place.ts';
import { MarketCard } from '#web/listings/market-card.tsx';
import type { ResultsFilters } from './results-query.ts';
import { searchKey } from './results-query.ts';
import type { Found } from './search.ts';

interface ResultsListProps {
  filters: ResultsFilters;
  items: readonly ListingCard[];
  found: Omit<Found, 'items'>;
  /** Address of the same list with one batch more; null at its end. */
  nextPath: string | null;
}

/** The cards, the way to more of them, and the way back to the one that was opened. */
export function ResultsList({ filters, items, found, nextPath }: ResultsListProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [place, leave] = usePlace(searchKey(filters), items);
  const askMore = useFocusOnFirstNew(grid, items.length);
  const loading = useNavigation().state === 'loading';
  return (
    <>
      <Cached
        kind="result"
        parts={items.map((listing, index) => ({ listing, eager: index < 4 }))}
        ref={grid}
        className="listing-grid-sidebar"
      >
        {({ listing, eager }) => (
          <MarketCard
            key={listing.id}
            listing={listing}
            level={2}
            eager={eager}
            marked={place === listing.slug}
            onOpen={({ slug }) => writePlace(searchKey(filters), slug)}
          />
        )}
      </Cached>
      {nextPath && (
        <div className="flex justify-center pt-8">
          <Button asChild variant="secondary" loading={loading}>
            <Link to={nextPath} replace preventScrollReset onClick={askMore}>
              Carregar mais ({formatNumber(items.length)} de {formatNumber(found.total)})
            </Link>
          </Button>
        </div>
      )}
      {place && (
        <Button
          variant="secondary"
          icon={<ArrowDown aria-hidden="true" className="size-4.5" />}
          className="fixed bottom-[calc(72px+env(safe-area-inset-bottom))] left-1/2 z-sticky -translate-x-1/2 rounded-full shadow-lg animate-in fade-in-0 md:bottom-6"
          onClick={() => {
            const card = grid.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(place)}"]`);
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

const pillMs = 8_000;

/** The place is written only on the way out: nobody here needs to be told. */
const never = () => () => undefined;

/** The card somebody left for, after coming back with the browser's arrow; forgotten after 8 s or a scroll. */
function usePlace(key: string, items: readonly ListingCard[]): [string | null, () => void] {
  const back = useNavigationType() === 'POP';
  const [left, setLeft] = useState(false);
  // The server knows no place: it counts from hydration on.
  const slug = useSyncExternalStore(
    never,
    () => readPlace(key),
    () => null,
  );
  // The first cards are in view anyway.
  const far = items.findIndex((listing) => listing.slug === slug) >= 4;
  const place = back && !left && far ? slug : null;
  useEffect(() => {
    if (!place) return;
    const leave = () => setLeft(true);
    const timer = setTimeout(leave, pillMs);
    const onScroll = () => window.scrollY > 120 && leave();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, [place]);
  return [place, () => setLeft(true)];
}

/** After «Carregar mais» the focus goes to the first card that was not there before. */
function useFocusOnFirstNew(grid: React.RefObject<HTMLDivElement | null>, length: number): () => void {
  const askedAt = useRef<number | null>(null);
  useEffect(() => {
    if (askedAt.current === null || length <= askedAt.current) return;
    grid.current?.querySelectorAll<HTMLElement>('[data-card]')[askedAt.current]?.focus();
    askedAt.current = null;
  }, [grid, length]);
  return () => {
    askedAt.current = length;
  };
}
