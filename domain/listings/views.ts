/** Statistics of listings within a period (§4.5). */
export interface ListingStatistics {
  /** Viewers, each counted once per day and listing. */
  visits: number;
  favorites: number;
  questions: number;
  /** Orders that were paid. */
  sales: number;
}

export const zeroStatistics: ListingStatistics = { visits: 0, favorites: 0, questions: 0, sales: 0 };

/** The sum of the statistics of several listings. */
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
 * Sales per view in basis points: 300 means three sales per hundred views. Null without views. The result is capped at
 * 10,000, because repeat buyers and uncounted viewers may cause more sales than views.
 */
export function conversionBps({ visits, sales }: Pick<ListingStatistics, 'visits' | 'sales'>): number | null {
  return visits === 0 ? null : Math.min(10_000, Math.round((sales * 10_000) / visits));
}

/** The number of days that the statistics of a listing cover. */
export const statisticsDays = 30;
/**
 * After this many views without a sale, a seller is advised to check the price: at a usual conversion of three percent
 * only one listing in twenty has no sale by then.
 */
export const viewsWithoutSale = 100;
/** The hour in São Paulo on Sunday from which weekly statistics are sent, so that they wake no person. */
export const weeklyReportHour = 9;

const dayMs = 86_400_000;

/** The calendar day that many days later; both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The Sunday on which the week of a day begins (specification §9). */
export function weekOf(day: string): string {
  return dayAfter(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}
