import { listCategories } from '#contract/catalogue.ts';
import type { Category } from '#contract/catalogue.ts';
import { getReview, listReviews } from '#contract/reviews.ts';
import { api, ApiError } from '#web/api.ts';
import { outbox } from './decisions.ts';
import { isDecided } from './outbox.ts';
import type { Review } from './review-content.tsx';
import type { QueueItem } from './review-queue.tsx';

export interface LoadedReviews {
  items: readonly QueueItem[];
  categories: readonly Category[];
  review: Review | null;
  /** There was no answer: what is shown was loaded before. */
  stale: boolean;
}

/** How many of the next items are fetched ahead, so that they open at once and without a connection too. */
const ahead = 2;
let latest: Pick<LoadedReviews, 'items' | 'categories'> | null = null;
const opened = new Map<number, Review>();

/** The queue and the item of the address, or the first to decide; without a connection what was loaded before. */
export async function loadReviews(wanted: string | null): Promise<LoadedReviews> {
  const over = outbox.over();
  try {
    const [{ items }, { items: categories }] = await Promise.all([api(listReviews), api(listCategories)]);
    outbox.forget(over);
    latest = { items, categories };
    const id = wanted ?? firstOf(items);
    const review = id === undefined ? null : await itemOrNothing(Number(id));
    if (review) opened.set(review.listing.id, review);
    void fetchAhead(items, review);
    return { ...latest, review, stale: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'network' || !latest) throw error;
    const id = wanted ?? firstOf(latest.items);
    return { ...latest, review: opened.get(Number(id)) ?? null, stale: true };
  }
}

function firstOf(items: readonly QueueItem[]): number | undefined {
  return items.find(({ id }) => !isDecided(outbox.entries().get(id)))?.id;
}

async function fetchAhead(items: readonly QueueItem[], review: Review | null): Promise<void> {
  const here = items.findIndex(({ id }) => id === review?.listing.id);
  const next = items.slice(here + 1, here + 1 + ahead).map(({ id }) => id);
  const left = new Set([...next, review?.listing.id]);
  for (const id of opened.keys()) if (!left.has(id)) opened.delete(id);
  await Promise.all(
    next
      .filter((id) => !opened.has(id))
      .map((id) =>
        api(getReview, { params: { id } }).then(
          (answer) => opened.set(id, answer),
          () => undefined,
        ),
      ),
  );
}

async function itemOrNothing(id: number): Promise<Review | null> {
  try {
    return await api(getReview, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}
