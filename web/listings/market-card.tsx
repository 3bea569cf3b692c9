import type { ReactNode } from 'react';
import { BadgeCheck } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { ListingCard as CardFacts } from '#contract/listings/listings.ts';
import { imageSet, imageUrl } from '#web/api/api.ts';
import { averageRating } from '#web/community/ratings/average-rating.ts';
import { FavoriteButton } from '#web/listings/favorites/favorite-button.tsx';
import { cardDeliveryText } from '#web/listings/listing-texts.ts';
import type { FreightEstimate } from '#web/listings/listing-texts.ts';
import { ListingCard } from '#web/ui/cards/listing-card.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { Rating } from '#web/ui/cards/rating.tsx';

export interface MarketCardProps {
  listing: CardFacts;
  /** From `useInstallmentText`. */
  installments: string | undefined;
  /** True for cards of the first row, whose photos load at once. */
  eager?: boolean;
  /** How far its city is from the chosen one. */
  distanceKm?: number | null;
  freight?: FreightEstimate | null;
  level?: 2 | 3;
  /** Soft outline for the card that was opened before returning. */
  marked?: boolean;
  onOpen?: (listing: CardFacts) => void;
  /** The former price, struck through. */
  previousCents?: number | null;
  /** All cards belong to one seller, whose name is shown above. */
  sellerKnown?: boolean;
  /** Why it can't be bought now, shown in the photo's place. */
  status?: ReactNode;
}

/** A listing on sale as a card. Hovering or touching it prefetches its page. */
export function MarketCard({
  listing,
  installments,
  eager,
  distanceKm,
  freight,
  level,
  marked,
  onOpen,
  previousCents,
  sellerKnown,
  status,
}: MarketCardProps) {
  const { slug, title, cover, deliveryType, plan } = listing;
  const promoted = plan !== 'prata';
  const instant = deliveryType === 'automatic';
  return (
    <ListingCard
      link={
        <Link to={`/anuncio/${slug}`} prefetch="intent" data-card={slug} onClick={() => onOpen?.(listing)} />
      }
      title={title}
      photos={cover ? [coverPhoto(cover)] : []}
      seed={slug}
      priceCents={listing.priceCents}
      previousCents={previousCents}
      installments={installments}
      status={status}
      favourite={<FavoriteButton listing={listing} />}
      badge={promoted ? <b>Patrocinado</b> : instant ? 'Entrega na hora' : undefined}
      note={
        <>
          <span className="block whitespace-normal">{cardDeliveryText(listing, freight)}</span>
          {listing.city && <CityLine city={listing.city} distanceKm={distanceKm ?? 0} />}
          {!sellerKnown && <Seller listing={listing} />}
        </>
      }
      eager={eager}
      level={level}
      className={marked ? 'rounded-lg outline-2 outline-offset-6 outline-brand-soft-2' : undefined}
    />
  );
}

/** «Pinhais, PR · a 9 km»; a long name is cut, the distance is not. */
function CityLine({ city, distanceKm }: { city: string; distanceKm: number }) {
  if (distanceKm === 0) return <span className="block truncate">{city}</span>;
  return (
    <span className="flex gap-1">
      <span className="truncate">{city}</span>
      <span className="shrink-0 tabular-nums">· a {formatNumber(distanceKm)} km</span>
    </span>
  );
}

/** The seller's score, name and verification by document. */
function Seller({ listing }: { listing: CardFacts }) {
  const { seller, sellerScore, sellerRatings, sellerVerified } = listing;
  const rating = averageRating({ count: sellerRatings, hundredths: sellerScore ?? 0 });
  return (
    <span className="flex items-center gap-1.5">
      {rating && <Rating {...rating} className="shrink-0 text-ink-2" />}
      <span className="truncate">@{seller}</span>
      {sellerVerified && (
        <>
          <BadgeCheck aria-hidden="true" className="size-3.5 shrink-0 text-success" />
          <span className="sr-only">, documento confirmado</span>
        </>
      )}
    </span>
  );
}

/** The title is next to the photo, so its alternative text is empty. */
function coverPhoto(key: string) {
  return {
    src: imageUrl(key, 320),
    srcSet: imageSet(key, 800),
    sizes: '(min-width: 1280px) 230px, (min-width: 640px) 31vw, 46vw',
    alt: '',
  };
}
