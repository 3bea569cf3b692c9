import { Star } from '#web/ui/icons/icons.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount, formatNumber, formatRating } from '#web/ui/data/formats.ts';

/** «★ 4,8 (132)», or «★ 1 avaliação» where there are too few for a mean: the star is decoration. */
export function Rating({
  average,
  count,
  className,
}: {
  /** Null where the ratings are too few for one. */
  average: number | null;
  count?: number;
  className?: string;
}) {
  const reviews = count === undefined ? '' : formatCount(count, 'avaliação', 'avaliações');
  const star = <Star aria-hidden="true" className="size-3.5 fill-star text-star" />;
  const classes = cn('inline-flex items-center gap-1 text-xs tabular-nums', className);
  if (average === null)
    return (
      <span data-slot="rating" className={classes}>
        {star}
        {reviews}
      </span>
    );
  return (
    <span data-slot="rating" className={classes}>
      {star}
      <span className="sr-only">{`Nota ${formatRating(average)} de 5${reviews && `, ${reviews}`}`}</span>
      <span aria-hidden="true">
        {formatRating(average)}
        {count !== undefined && <span className="text-ink-3"> ({formatNumber(count)})</span>}
      </span>
    </span>
  );
}

/** How many reviews each grade got: `counts[0]` is one star, `counts[4]` is five. */
export function RatingBars({ counts }: { counts: readonly [number, number, number, number, number] }) {
  const total = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  return (
    <ol data-slot="rating-bars" className="flex flex-col gap-1.5">
      {[5, 4, 3, 2, 1].map((grade) => {
        const count = counts[grade - 1] ?? 0;
        return (
          <li key={grade} className="flex items-center gap-3 text-sm text-ink-2 tabular-nums">
            <span className="sr-only">{`Nota ${grade}: ${formatCount(count, 'avaliação', 'avaliações')}`}</span>
            <span aria-hidden="true" className="min-w-3 text-right">
              {grade}
            </span>
            <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-surface-3">
              <span
                className="block h-full filled-shape rounded-full bg-star"
                style={{ width: `${(count / total) * 100}%` }}
              />
            </span>
            <span aria-hidden="true" className="min-w-10 text-right text-ink-3">
              {formatNumber(count)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
