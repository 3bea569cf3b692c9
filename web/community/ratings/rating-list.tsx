import type { MouseEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { PublicRating, Scores } from '#contract/community/ratings.ts';
import { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ReportButton } from '#web/community/reports/report-button.tsx';
import { RatingItem } from './rating-item.tsx';
import { ScoreSummary } from './score-summary.tsx';

export interface RatingBatch {
  items: PublicRating[];
  next: number | null;
}

interface RatingListProps {
  scores: Scores;
  first: RatingBatch;
  /** The URL of the page that starts after a rating; null is the newest page. Also works without JavaScript. */
  pathFrom: (before: number | null) => string;
  /** This page does not start with the newest rating. */
  older: boolean;
  load: (before: number) => Promise<RatingBatch>;
  /** All ratings are of one listing, so they do not name it. */
  ofOneListing?: boolean;
}

/** The score and its ratings, newest first. */
export function RatingList({ scores, first, pathFrom, older, load, ofOneListing }: RatingListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { items, next, loading, problem, more } = useBatches(first, load, list);

  function loadMore(event: MouseEvent): void {
    // The browser handles opening the link in another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void more();
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-10">
      <ScoreSummary scores={scores} />
      <div className="flex min-w-0 flex-col items-start gap-5">
        {older && (
          <Button asChild variant="quiet" className="-ml-4">
            <Link to={pathFrom(null)} reloadDocument>
              Ver as avaliações mais novas
            </Link>
          </Button>
        )}
        <ul ref={list} className="flex w-full flex-col gap-4">
          {items.map((rating) => (
            <RatingItem key={rating.id} rating={rating} hideListing={ofOneListing}>
              <ReportButton
                target="rating"
                id={String(rating.id)}
                label={`Denunciar avaliação de ${rating.author}`}
              >
                Denunciar
              </ReportButton>
            </RatingItem>
          ))}
        </ul>
        <ProblemBanner problem={problem} />
        {next !== null && (
          <Button asChild variant="secondary">
            <Link to={pathFrom(next)} onClick={loadMore} aria-busy={loading} rel="nofollow">
              {loading ? 'Carregando…' : 'Carregar mais avaliações'}
            </Link>
          </Button>
        )}
      </div>
    </div>
  );
}

/** The first batch and all later ones; a new batch moves the focus to its first rating. */
function useBatches(
  first: RatingBatch,
  load: (before: number) => Promise<RatingBatch>,
  list: React.RefObject<HTMLUListElement | null>,
) {
  const [later, setLater] = useState<RatingBatch>({ items: [], next: first.next });
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const focusAt = useRef<number | null>(null);
  const items = [...first.items, ...later.items];

  useEffect(() => {
    if (focusAt.current === null || items.length <= focusAt.current) return;
    list.current?.querySelectorAll<HTMLElement>('[data-rating]')[focusAt.current]?.focus();
    focusAt.current = null;
  }, [items.length, list]);

  async function more(): Promise<void> {
    if (loading || later.next === null) return;
    setLoading(true);
    setProblem(null);
    try {
      const batch = await load(later.next);
      focusAt.current = items.length;
      setLater({ items: [...later.items, ...batch.items], next: batch.next });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setLoading(false);
    }
  }

  return { items, next: later.next, loading, problem, more };
}
