import { addFavorite, listFavorites, removeFavorite } from '#contract/listings/favorites.ts';
import { api } from '#web/api/api.ts';
import { writeLatest } from '#web/api/latest-write.ts';

/** Maximum number of ids per request, as the contract limits it. */
const maxIds = 100;
const batchDelayMs = 30;

interface Favorites {
  /** The user whose favourites these are; 0 without a session. */
  userId: number;
  ids: ReadonlySet<number>;
  /** Why the last change of a favourite was not saved. */
  failed: ReadonlyMap<number, string>;
}

const noFavorites: Favorites = { userId: 0, ids: new Set(), failed: new Map() };
let current = noFavorites;
let requested = new Set<number>();
let queue = new Set<number>();
/** Ids changed since they were requested: the change overrides the reply. */
let changedIds = new Set<number>();
const listeners = new Set<() => void>();

/** State of every favourite button on the page, so that two cards of one listing agree. */
export const favoriteStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): Favorites => current,
};

function change(next: Partial<Favorites>): void {
  current = { ...current, ...next };
  for (const listener of listeners) listener();
}

/** Clears the state when the user changes. */
function resetFor(userId: number): void {
  if (current.userId === userId) return;
  requested = new Set();
  queue = new Set();
  changedIds = new Set();
  change({ ...noFavorites, userId });
}

/** Requests a listing's state, batched with all requests of the same moment. */
export function requestFavorite(userId: number, id: number): void {
  resetFor(userId);
  if (userId === 0 || requested.has(id) || queue.has(id)) return;
  if (queue.size === 0) setTimeout(() => void requestBatch(userId), batchDelayMs);
  queue.add(id);
}

async function requestBatch(userId: number): Promise<void> {
  const ids = [...queue].slice(0, maxIds);
  if (current.userId !== userId || ids.length === 0) return;
  queue = new Set([...queue].slice(maxIds));
  if (queue.size > 0) setTimeout(() => void requestBatch(userId), batchDelayMs);
  for (const id of ids) requested.add(id);
  const answer = await api(listFavorites, { query: { ids: ids.join(',') } }).catch(() => null);
  if (current.userId !== userId) return;
  if (!answer) {
    // A failed request leaves them unknown until the next card asks.
    for (const id of ids) requested.delete(id);
    return;
  }
  change({ ids: new Set([...current.ids, ...answer.ids.filter((id) => !changedIds.has(id))]) });
}

/** Adds or removes a favourite: shown at once, and reverted with the reason if it was not saved. */
export async function setFavorite(id: number, favorite: boolean): Promise<boolean> {
  const { userId } = current;
  changedIds.add(id);
  forgetFailure(id);
  change({ ids: show(id, favorite) });
  const end = await writeLatest(`coração ${id}`, !favorite, favorite, (isFavorite) =>
    api(isFavorite ? addFavorite : removeFavorite, { params: { id }, keepalive: true }),
  );
  if (end?.problem && current.userId === userId)
    change({ ids: show(id, end.now), failed: new Map(current.failed).set(id, end.problem.detail) });
  return end !== null && !end.problem;
}

function show(id: number, favorite: boolean): ReadonlySet<number> {
  const ids = new Set(current.ids);
  if (favorite) ids.add(id);
  else ids.delete(id);
  return ids;
}

/** Called once the reason was shown. */
export function forgetFailure(id: number): void {
  if (current.failed.has(id)) change({ failed: new Map([...current.failed].filter(([one]) => one !== id)) });
}
