import type { FavoriteListing } from '#contract/listings/favorites.ts';
import { MarketCard } from '#web/listings/market-card.tsx';
import { listingLabels } from '#web/labels.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';

/** A favourite listing, with its price when it was saved and whether it can be bought now. */
export function FavoriteCard({ listing }: { listing: FavoriteListing }) {
  const { state, priceCents, keptPriceCents } = listing;
  const status = listingLabels[state];
  return (
    <MarketCard
      listing={listing}
      level={2}
      previousCents={keptPriceCents > priceCents ? keptPriceCents : null}
      status={
        state === 'published' ? undefined : (
          <StatusBadge tone={status.tone} size="sm">
            {status.label}
          </StatusBadge>
        )
      }
    />
  );
}
