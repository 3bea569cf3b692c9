import { TriangleAlert } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listReviews } from '#contract/listings/reviews.ts';
import { imageUrl } from '#web/api/api.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { ClaimNote } from '#web/staff/queue/claim-banner.tsx';
import { claimingColleague } from '#web/staff/queue/use-claim.ts';
import type { Claims } from '#web/staff/queue/use-claim.ts';
import { OnlyAdmin } from '#web/staff/queue/only-admin.tsx';
import { ageLabel } from '#web/staff/queue/queue-age.ts';

export type QueueItem = Reply<typeof listReviews>['items'][number];

export interface ReviewQueueProps {
  items: readonly QueueItem[];
  current: number | null;
  failed: ReadonlyMap<number, string>;
  claims: Claims;
  onPick?: () => void;
}

/** Items awaiting a decision, the next one first; each row is a link, so that it can open in a new tab. */
export function ReviewQueue({ items, current, failed, claims, onPick }: ReviewQueueProps) {
  const times = items.map(({ submittedAt }) => submittedAt);
  return (
    <ol className="flex flex-col gap-1">
      {items.map((item) => (
        <li key={item.id}>
          <Link
            to={`?id=${item.id}`}
            replace
            preventScrollReset
            aria-current={item.id === current ? 'true' : undefined}
            onClick={onPick}
            className={cn(
              'flex gap-3 rounded-md p-2 -outline-offset-2',
              item.id === current ? 'bg-brand-soft' : 'hover:bg-surface-2',
            )}
          >
            <span className="size-12 shrink-0 overflow-hidden rounded-sm bg-surface-2">
              {item.cover ? (
                <img
                  src={imageUrl(item.cover, 320)}
                  alt=""
                  loading="lazy"
                  className="size-full object-cover"
                />
              ) : (
                <Tiles seed={`anuncio-${item.id}`} cols={2} rows={2} className="size-full" />
              )}
            </span>
            <span className="min-w-0 flex-1 text-sm">
              <span className="line-clamp-2 leading-snug font-medium text-ink">{item.title}</span>
              <span className="mt-0.5 flex flex-wrap justify-between gap-x-2 text-xs text-ink-3 tabular-nums">
                {item.revisionId !== null && <span className="font-semibold text-brand">Mudança</span>}
                {formatCents(item.priceCents)}
                <span className="shrink-0">{ageLabel(item.submittedAt, times)}</span>
              </span>
              <OnlyAdmin because={item.onlyAdminBecause} className="mt-1" />
              <ClaimNote name={claimingColleague(claims, item.id)} />
              {failed.has(item.id) && (
                <span className="mt-1 flex items-start gap-1 text-xs text-danger">
                  <TriangleAlert aria-hidden="true" className="size-3.5" /> Não foi salvo. Tente de novo.
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
