import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { PhotoPeek, usePhotoPeek, type CardPhoto } from '#web/ui/photos/photo-peek.tsx';
import { Price } from './price.tsx';
import { Rating } from './rating.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';

export interface ListingCardProps {
  /** An empty link element; the title becomes its text and it covers the card: `<Link to="…" />`. */
  link: ReactElement<{ className?: string; children?: ReactNode }>;
  title: string;
  /** Up to three are shown on hover or swipe. None: tiles seeded by `seed`. */
  photos?: readonly CardPhoto[];
  seed: string;
  priceCents: number;
  previousCents?: number | null;
  pixCents?: number | null;
  /** «12× de R$ 9,90» */
  installments?: string | undefined;
  rating?: { average: number | null; count: number } | null;
  /** Seller or delivery note: «@loja», «Entrega na hora». */
  note?: ReactNode;
  /** A fact about the listing: «Entrega na hora», «Patrocinado». In `<b>` it also frames the photo, for paid placement (§4.5). */
  badge?: ReactNode;
  /** The favourite `IconButton` (`variant="photo"`), beside the link and not inside it. */
  favourite?: ReactNode;
  /** Replaces the photo's top left corner: a status badge in the seller's own lists. */
  status?: ReactNode;
  /** Set false inside a row that scrolls sideways, where a swipe belongs to the row. */
  peek?: boolean;
  /** Loads the photo at once; for the first row. */
  eager?: boolean;
  /** Heading level of the title. */
  level?: 2 | 3 | 4;
  className?: string;
}

/** Photo, title, price, rating and seller: the same five facts, in the same order and height, on every card. */
export function ListingCard(props: ListingCardProps) {
  const Heading = `h${props.level ?? 3}` as const;
  const photos = (props.photos ?? []).slice(0, 3);
  const { index, listeners } = usePhotoPeek(props.peek === false ? 1 : photos.length);
  return (
    <article
      data-slot="listing-card"
      {...listeners}
      className={cn(
        props.peek !== false && photos.length > 1 && 'touch-pan-y',
        'group/card listing-card',
        props.className,
      )}
    >
      <div className="order-2 flex min-w-0 flex-col pt-2.5">
        <Heading className="listing-card-title">
          {cloneElement(props.link, {
            children: props.title,
            className: cn('listing-card-link', props.link.props.className),
          })}
        </Heading>
        <Price
          cents={props.priceCents}
          previousCents={props.previousCents}
          pixCents={props.pixCents}
          reserve
          className="mt-1"
        />
        {props.installments && <p className="text-xs text-ink-2">{props.installments}</p>}
        <p className="listing-card-note">
          {props.rating && (
            <Rating
              average={props.rating.average}
              count={props.rating.count}
              className="shrink-0 text-ink-2"
            />
          )}
          {props.rating && props.note && <span aria-hidden="true">·</span>}
          <span className="truncate">{props.note}</span>
        </p>
      </div>
      <div className="listing-card-frame">
        {photos.length > 0 ? (
          <PhotoPeek photos={photos} index={index} eager={props.eager} />
        ) : (
          <Tiles seed={props.seed} cols={4} rows={3} className="size-full" />
        )}
        {props.badge && <CardBadge>{props.badge}</CardBadge>}
        {props.status && <span className="absolute top-2 left-2">{props.status}</span>}
      </div>
      {props.favourite && <div className="listing-card-favourite">{props.favourite}</div>}
    </article>
  );
}

function CardBadge({ children }: { children: ReactNode }) {
  return <span className="listing-card-badge">{children}</span>;
}
