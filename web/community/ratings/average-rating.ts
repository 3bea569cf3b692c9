import type { Scores } from '#contract/community/ratings.ts';
import { fewestRatings } from '#domain/accounts/reputation.ts';

export interface AverageRating {
  /** Null where the ratings are too few for a mean. */
  average: number | null;
  count: number;
}

/** A score as the props of the rating components; null without ratings. */
export function averageRating({
  count,
  hundredths,
}: Pick<Scores, 'count' | 'hundredths'>): AverageRating | null {
  if (count === 0) return null;
  return { average: count < fewestRatings ? null : hundredths / 100, count };
}
