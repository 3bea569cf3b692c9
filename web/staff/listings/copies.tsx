import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getStaffListing } from '#contract/listings/staff-listings.ts';
import { imageUrl } from '#web/api/api.ts';
import { listingLabels } from '#web/labels.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { formatCents, formatCount } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { rowLink } from '../table/row-link.ts';
import { samePhotoParam } from './listings-definition.tsx';
import { staffListingName } from '#domain/state-names.ts';

/** Listings that share a photo, so that staff can compare them and act on all. */
export function Copies({
  listing: { id, copies, seller },
}: {
  listing: Pick<Reply<typeof getStaffListing>, 'id' | 'copies' | 'seller'>;
}) {
  return (
    <Section
      level={3}
      title="Possíveis cópias"
      text={`${formatCount(copies.length, 'anúncio tem', 'anúncios têm')} uma destas fotos.`}
      action={
        <Link
          to={`/dashboard/anuncios?${samePhotoParam}=${id}`}
          className="inline-flex min-h-11 shrink-0 items-center text-ui font-semibold text-brand hover:underline"
        >
          Ver todos na lista
        </Link>
      }
    >
      <ul className="flex flex-col divide-y divide-border rounded-lg border border-border">
        {copies.map((copy) => (
          <li key={copy.id}>
            <Link
              to={rowLink(copy.id)}
              preventScrollReset
              className="flex min-h-14 items-center gap-3 px-4 py-2 text-sm hover:bg-surface-2"
            >
              {copy.cover && (
                <img
                  src={imageUrl(copy.cover, 160)}
                  alt=""
                  className="size-10 shrink-0 rounded-sm object-cover"
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="line-clamp-1 font-semibold">{copy.title || 'Sem título'}</span>
                <span className="block text-xs text-ink-2 tabular-nums">
                  {copy.seller === seller.username ? 'Mesmo vendedor' : `@${copy.seller}`}
                  {copy.priceCents !== null && ` · ${formatCents(copy.priceCents)}`}
                </span>
              </span>
              <StatusBadge tone={listingLabels[copy.state].tone} size="sm">
                {staffListingName(copy.state)}
              </StatusBadge>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
