import type { Reply } from '#contract/endpoint.ts';
import type { listDesk } from '#contract/tickets/staff-tickets.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { Rating } from '#web/ui/cards/rating.tsx';

type Ratings = Reply<typeof listDesk>['ratings'];

/** Average rating of the last thirty days. */
export function DeskRatings({
  ratings: { averageHundredths, count },
  className,
}: {
  ratings: Ratings;
  className?: string;
}) {
  return (
    <section aria-label="Nota do atendimento" className={className}>
      <p className="text-xs font-semibold text-ink-3">Nota do atendimento</p>
      {averageHundredths === null ? (
        <p className="text-sm text-ink-2">Nenhuma nota em 30 dias.</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          <Rating average={averageHundredths / 100} className="text-sm text-ink" />
          {formatCount(count, 'nota', 'notas')} em 30 dias
        </p>
      )}
    </section>
  );
}
