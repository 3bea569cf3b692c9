import { useEffect, useRef, useState } from 'react';
import type { QueryInput } from '#contract/endpoint.ts';
import type { ListingCard } from '#contract/listings/listings.ts';
import { searchListings } from '#contract/listings/listings.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { LoadMore } from '#web/ui/page/pagination.tsx';
import { MarketCard } from '#web/listings/market-card.tsx';
import type { Found } from './search.ts';
import { useInstallmentText } from '#web/payments/installment-offer.tsx';

interface LoadMoreListingsProps {
  first: Pick<Found, 'items' | 'next' | 'total'>;
  query: QueryInput<typeof searchListings>;
}

/** A grid of cards whose further batches are kept in the page, not in the address. */
export function LoadMoreListings({ first, query }: LoadMoreListingsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState<{ items: ListingCard[]; next: string | null }>({
    items: [],
    next: first.next,
  });
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const focusAt = useRef<number | null>(null);
  const items = [...first.items, ...more.items];

  useEffect(() => {
    if (focusAt.current === null || items.length <= focusAt.current) return;
    grid.current?.querySelectorAll<HTMLElement>('[data-card]')[focusAt.current]?.focus();
    focusAt.current = null;
  }, [items.length]);

  async function load(): Promise<void> {
    if (!more.next) return;
    setLoading(true);
    setProblem(null);
    try {
      const batch = await api(searchListings, {
        query: { ...query, after: more.next, limit: '24' },
        interactive: true,
      });
      focusAt.current = items.length;
      setMore({ items: [...more.items, ...batch.items], next: batch.next });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setLoading(false);
    }
  }

  const installments = useInstallmentText();
  return (
    <>
      <div ref={grid} className="listing-grid-sidebar">
        {items.map((listing) => (
          <MarketCard
            key={listing.id}
            listing={listing}
            installments={installments(listing.priceCents)}
            sellerKnown
          />
        ))}
      </div>
      <ProblemBanner problem={problem} />
      {more.next && (
        <LoadMore shown={items.length} total={first.total} loading={loading} onLoadMore={() => void load()} />
      )}
    </>
  );
}
