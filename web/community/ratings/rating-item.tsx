import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PublicRating } from '#contract/community/ratings.ts';
import { formatDate } from '#web/ui/data/formats.ts';
import { Rating } from '#web/ui/cards/rating.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { detailLabels } from './rating-labels.ts';

interface RatingItemProps {
  rating: PublicRating;
  hideListing?: boolean;
  /** Actions on the rating. */
  children?: ReactNode;
}

/** One published rating. On the listing's own page the listing is not named. */
export function RatingItem({ rating, hideListing, children }: RatingItemProps) {
  const { stars, author, publishedAt, text, details, refunded, discounted, reply } = rating;
  const listing = hideListing ? null : rating.listing;
  return (
    <li
      data-rating
      tabIndex={-1}
      className="flex flex-col gap-2 rounded-xs border-t border-border pt-4 first:border-t-0 first:pt-0"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
        <Rating average={stars} className="text-sm font-semibold text-ink" />
        <span>{author}</span>
        <span>{formatDate(publishedAt)}</span>
        {refunded && (
          <StatusBadge tone="neutral" size="sm">
            Pedido reembolsado
          </StatusBadge>
        )}
      </p>
      {text && <p className="max-w-measure text-body wrap-anywhere whitespace-pre-line text-ink">{text}</p>}
      {details && <Details details={details} />}
      {discounted && (
        <p className="text-sm text-ink-2">
          {refunded
            ? 'Não conta na nota: o valor deste pedido foi todo devolvido.'
            : 'Não conta na nota, pelas regras de avaliação.'}
        </p>
      )}
      {listing && (
        <p className="truncate text-sm text-ink-3">
          <Link to={`/anuncio/${listing.slug}`} className="hit-44 underline underline-offset-2">
            {listing.title}
          </Link>
        </p>
      )}
      {reply && <Reply text={reply} />}
      {children}
    </li>
  );
}

/** The detailed grades in one line. */
export function Details({ details }: { details: NonNullable<PublicRating['details']> }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-3">
      {detailLabels.map(
        ({ name, short }) =>
          details[name] !== null && (
            <span key={name}>
              {short} {details[name]} de 5
            </span>
          ),
      )}
    </p>
  );
}

/** The rated person's reply. */
export function Reply({ text, by = 'Resposta' }: { text: string; by?: string }) {
  return (
    <p className="max-w-measure rounded-lg bg-surface-2 px-4 py-3 text-ui font-normal wrap-anywhere whitespace-pre-line text-ink-2">
      <span className="block text-sm text-ink-3">{by}</span>
      {text}
    </p>
  );
}
