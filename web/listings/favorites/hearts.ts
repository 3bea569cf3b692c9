import { addFavorite, listFavorites, removeFavorite } from '#contract/listings/favorites.ts';
import { api } from '#web/api/api.ts';
import { writeLatest } from '#web/api/latest-write.ts';

/** What one page asks at once at most; the contract's own limit. */
const most = 100;
const gatherMs = 30;

interface Hearts {
  /** Whose hearts these are; 0 is nobody. */
  userId: number;
  kept: ReadonlySet<number>;
  /** Why the last press on a heart was not saved. */
  failed: ReadonlyMap<number, string>;
}

const none: Hearts = { userId: 0, kept: new Set(), failed: new Map() };
let hearts = none;
let asked = new Set<number>();
let wanted = new Set<number>();
/** Pressed since they were asked for: a press counts for more than an answer that was on its way before it. */
let pressed = new Set<number>();
const listeners = new Set<() => void>();

/** The state behind every heart of the page, so that two cards of one listing agree. */
export const heartStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): Hearts => hearts,
};

function change(next: Partial<Hearts>): void {
  hearts = { ...hearts, ...next };
  for (const listener of listeners) listener();
}

/** Another person at the same screen begins with nothing. */
function begin(userId: number): void {
  if (hearts.userId === userId) return;
  asked = new Set();
  wanted = new Set();
  pressed = new Set();
  change({ ...none, userId });
}

/** Asks for a card's heart, together with those of all cards that ask in this moment. */
export function wantHeart(userId: number, id: number): void {
  begin(userId);
  if (userId === 0 || asked.has(id) || wanted.has(id)) return;
  if (wanted.size === 0) setTimeout(() => void ask(userId), gatherMs);
  wanted.add(id);
}

async function ask(userId: number): Promise<void> {
  const ids = [...wanted].slice(0, most);
  if (hearts.userId !== userId || ids.length === 0) return;
  wanted = new Set([...wanted].slice(most));
  if (wanted.size > 0) setTimeout(() => void ask(userId), gatherMs);
  for (const id of ids) asked.add(id);
  const answer = await api(listFavorites, { query: { ids: ids.join(',') } }).catch(() => null);
  if (hearts.userId !== userId) return;
  if (!answer) {
    // What could not be asked stays empty until the next card asks.
    for (const id of ids) asked.delete(id);
    return;
  }
  change({ kept: new Set([...hearts.kept, ...answer.ids.filter((id) => !pressed.has(id))]) });
}

/** Keeps a listing or lets it go: at once on the screen, back again with the reason where it was not saved. */
export async function setHeart(id: number, keep: boolean): Promise<boolean> {
  const { userId } = hearts;
  pressed.add(id);
  forgetFailure(id);
  change({ kept: withHeart(id, keep) });
  const end = await writeLatest(`coração ${id}`, !keep, keep, (keeps) =>
    api(keeps ? addFavorite : removeFavorite, { params: { id }, keepalive: true }),
  );
  if (end?.problem && hearts.userId === userId)
    change({ kept: withHeart(id, end.now), failed: new Map(hearts.failed).set(id, end.problem.detail) });
  return end !== null && !end.problem;
}

function withHeart(id: number, keep: boolean): ReadonlySet<number> {
  const kept = new Set(hearts.kept);
  if (keep) kept.add(id);
  else kept.delete(id);
  return kept;
}

/** The reason was read. */
export function forgetFailure(id: number): void {
  if (hearts.failed.has(id)) change({ failed: new Map([...hearts.failed].filter(([one]) => one !== id)) });
}
