/** What happened to listings within a time (§4.5). */
export interface ListingStatistics {
  /** People who looked, each once a day and listing. */
  visits: number;
  favorites: number;
  questions: number;
  /** Orders that were paid. */
  sales: number;
}

export const zeroStatistics: ListingStatistics = { visits: 0, favorites: 0, questions: 0, sales: 0 };

/** The sum of what several listings had. */
export function sumStatistics(all: readonly ListingStatistics[]): ListingStatistics {
  return all.reduce(
    (sum, { visits, favorites, questions, sales }) => ({
      visits: sum.visits + visits,
      favorites: sum.favorites + favorites,
      questions: sum.questions + questions,
      sales: sum.sales + sales,
    }),
    zeroStatistics,
  );
}

/**
 * Sales for each visit, in basis points: 300 is three sales of a hundred visits. Null without visits. Whoever buys twice
 * or was not counted may make more sales than visits; that is told as all of them.
 */
export function conversionBps({ visits, sales }: Pick<ListingStatistics, 'visits' | 'sales'>): number | null {
  return visits === 0 ? null : Math.min(10_000, Math.round((sales * 10_000) / visits));
}

/** Days that a listing's own row adds up. */
export const statisticsDays = 30;
/**
 * As often as this without a sale, a listing's price is worth a look: where three visits of a hundred end in
 * a sale, as is usual, that happens to one in twenty.
 */
export const viewsWithoutSale = 100;
/** A week is told from this hour of the Sunday after it, in São Paulo: nobody is woken by it. */
export const weeklyReportHour = 9;

const dayMs = 86_400_000;

/** A calendar day so many days later; both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The Sunday on which the week of a day begins (specification §9). */
export function weekOf(day: string): string {
  return dayAfter(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}
