import { Star } from '#web/ui/icons/icons.tsx';
import { fewestRatings } from '#domain/accounts/reputation.ts';
import type { Scores } from '#contract/community/ratings.ts';
import { formatCount, formatRating } from '#web/ui/data/formats.ts';
import { RatingBars } from '#web/ui/cards/rating.tsx';
import { detailLabels } from './rating-labels.ts';

/** The average once there are enough ratings, the number of each grade, and the averages of the detailed grades. */
export function ScoreSummary({ scores }: { scores: Scores }) {
  const { count, hundredths, stars, details } = scores;
  return (
    <div className="flex flex-col gap-4">
      <div>
        {count < fewestRatings ? (
          <>
            <p className="text-h3">{formatCount(count, 'avaliação', 'avaliações')}</p>
            <p className="mt-1 text-sm text-ink-2">
              A nota média aparece a partir de {fewestRatings} avaliações.
            </p>
          </>
        ) : (
          <>
            <p className="flex items-center gap-2 text-price-xl">
              <Star aria-hidden="true" className="size-7 fill-star text-star" />
              <span className="sr-only">Nota </span>
              {formatRating(hundredths / 100)}
              <span className="sr-only"> de 5</span>
            </p>
            <p className="text-sm text-ink-2">{formatCount(count, 'avaliação', 'avaliações')}</p>
          </>
        )}
        {count >= fewestRatings && count < 10 && (
          <p className="mt-1 text-sm text-ink-2">
            Com poucas avaliações, a nota começa em 4,5 e muda devagar.
          </p>
        )}
      </div>
      <RatingBars counts={stars} />
      {details && (
        <dl className="flex flex-col gap-1 text-sm tabular-nums">
          {detailLabels.map(({ name, short }) => {
            const mean = details[name];
            return (
              mean !== null && (
                <div key={name} className="flex justify-between gap-4">
                  <dt className="text-ink-2">{short}</dt>
                  <dd>{formatRating(mean / 100)}</dd>
                </div>
              )
            );
          })}
        </dl>
      )}
    </div>
  );
}
