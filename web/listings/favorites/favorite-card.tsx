import type { FavoriteListing } from '#contract/listings/favorites.ts';
import { MarketCard } from '#web/listings/market-card.tsx';
import { listingLabels } from '#web/labels.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';

/** A kept listing: what it cost before it became cheaper, and whether it can be bought now. */
export function FavoriteCard({ listing }: { listing: FavoriteListing }) {
  const { state, priceCents, keptPriceCents } = listing;
  const words = listingLabels[state];
  return (
    <MarketCard
      listing={listing}
      level={2}
      previousCents={keptPriceCents > priceCents ? keptPriceCents : null}
      status={
        state === 'published' ? undefined : (
          <StatusBadge tone={words.tone} size="sm">
            {words.label}
          </StatusBadge>
        )
      }
    />
  );
}
