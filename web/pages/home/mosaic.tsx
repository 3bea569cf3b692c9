import { Link } from 'react-router';
import type { ListingCard } from '#contract/listings/listings.ts';
import { imageSet, imageUrl } from '#web/api/api.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';

/** Positions of the four photos in the 6 × 4 tiles; at 768 px the pattern is 4 × 4 and shows two. */
const photoPositions = [
  'col-start-1 col-span-2 row-start-2 row-span-2',
  'col-start-3 col-span-2 row-start-1 row-span-2',
  'max-lg:hidden lg:col-start-4 lg:col-span-2 lg:row-start-3 lg:row-span-2',
  'max-lg:hidden lg:col-start-6 lg:row-start-2',
];

/** A tile pattern with four real listings, which change every day. */
export function Mosaic({ listings, day }: { listings: readonly ListingCard[]; day: string }) {
  const chosen = rotate(listings, day).slice(0, photoPositions.length);
  return (
    <div className="relative hidden overflow-hidden rounded-xl md:block">
      <Tiles seed={`mosaico ${day}`} cols={6} rows={4} className="aspect-square w-full lg:aspect-3/2" />
      <ul
        aria-label="Anúncios de hoje"
        className="absolute inset-0 grid grid-cols-4 grid-rows-4 lg:grid-cols-6"
      >
        {chosen.map((listing, index) => (
          <li key={listing.id} className={cn('group relative', photoPositions[index])}>
            <Link
              to={`/anuncio/${listing.slug}`}
              prefetch="intent"
              aria-label={`${listing.title}, ${formatCents(listing.priceCents)}`}
              className="block size-full -outline-offset-4 focus-visible:shadow-[inset_0_0_0_2px_var(--bg)]"
            >
              {listing.cover && (
                <img
                  src={imageUrl(listing.cover, index === 3 ? 320 : 800)}
                  srcSet={imageSet(listing.cover, 800)}
                  sizes="(min-width: 1024px) 220px, 160px"
                  alt=""
                  className="size-full object-cover"
                />
              )}
              <span
                aria-hidden="true"
                className="absolute bottom-2 left-2 rounded-sm bg-photo-scrim px-2 py-1 text-xs font-semibold text-photo-ink tabular-nums opacity-0 transition-opacity duration-hover group-focus-within:opacity-100 group-hover:opacity-100"
              >
                {formatCents(listing.priceCents)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Rotates the list by an offset that depends on the day. */
function rotate<T>(list: readonly T[], day: string): T[] {
  if (list.length === 0) return [];
  const start = Number(day.replaceAll('-', '')) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
