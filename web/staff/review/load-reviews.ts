import { listCategories } from '#contract/listings/catalogue.ts';
import type { Category } from '#contract/listings/catalogue.ts';
import type { Reply } from '#contract/endpoint.ts';
import { getFirstReview, getReview, listReviews } from '#contract/listings/reviews.ts';
import { api, ApiError } from '#web/api/api.ts';
import { orNull } from '#web/api/load.ts';
import { outbox } from './decisions.ts';
import { isDecided } from './outbox.ts';
import type { QueueItem } from './review-queue.tsx';

/** A listing under review, with its seller and the differences of its pending change. */
export type Review = Reply<typeof getReview>;

export interface LoadedReviews {
  items: readonly QueueItem[];
  /** The length of the queue; `items` are its beginning. */
  total: number;
  categories: readonly Category[];
  review: Review | null;
  /** The item of the address failed to load, but the queue loaded. */
  itemFailed: boolean;
  /** The server did not answer: the data were loaded before. */
  stale: boolean;
}

/** Number of following items that are prefetched, so that they open at once and while offline. */
const prefetchCount = 2;
let latest: Pick<LoadedReviews, 'items' | 'total' | 'categories'> | null = null;
const opened = new Map<number, Review>();

/** The queue and the item of the address, or the first to decide; while offline, what was loaded before. */
export async function loadReviews(requestedId: string | null): Promise<LoadedReviews> {
  const over = outbox.over();
  try {
    // Without the categories an attribute is shown as stored.
    const [{ items, total }, tree, first] = await Promise.all([
      api(listReviews),
      orNull(api(listCategories)),
      requestedId === null ? orNull(api(getFirstReview)) : null,
    ]);
    outbox.forget(over);
    latest = { items, total, categories: tree?.items ?? latest?.categories ?? [] };
    const id = requestedId ?? firstOf(items);
    const found = id === undefined ? null : await itemOf(Number(id), first?.review);
    const review = found === 'failed' ? null : found;
    if (review) opened.set(review.listing.id, review);
    void fetchAhead(items, review);
    return { ...latest, review, itemFailed: found === 'failed', stale: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'network' || !latest) throw error;
    const id = requestedId ?? firstOf(latest.items);
    return { ...latest, review: opened.get(Number(id)) ?? null, itemFailed: false, stale: true };
  }
}

function firstOf(items: readonly QueueItem[]): number | undefined {
  return items.find(({ id }) => !isDecided(outbox.entries().get(id)))?.id;
}

async function fetchAhead(items: readonly QueueItem[], review: Review | null): Promise<void> {
  const here = items.findIndex(({ id }) => id === review?.listing.id);
  const next = items.slice(here + 1, here + 1 + prefetchCount).map(({ id }) => id);
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

/**
 * The item; null when it left the queue. A failure leaves the queue and the other items usable.
 * @param first the loaded first item of the queue, which may be another than the first that is not decided here
 */
async function itemOf(id: number, first: Review | null = null): Promise<Review | 'failed' | null> {
  if (first?.listing.id === id) return first;
  try {
    return await api(getReview, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    if (error instanceof ApiError && error.status >= 500) return 'failed';
    throw error;
  }
}
