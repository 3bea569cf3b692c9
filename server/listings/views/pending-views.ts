import type { Ctx } from '#server/context.ts';

/** A view that this process counted and has not written yet. */
export interface PendingView {
  listingId: number;
  day: string;
  /** Distinguishes visitors of one listing and reveals nothing else (decision 43). */
  mark: string;
  /** The viewer, whose own listing does not count. */
  viewerId: number | null;
}

/** Limits of pending views between two writes, in total and per network: people do not click faster. */
export const maxPendingViews = 5_000;
export const maxViewsPerNetwork = 60;

interface Pending {
  visits: Map<string, PendingView>;
  networks: Map<string, number>;
}

const pendingByContext = new WeakMap<Ctx, Pending>();

function pendingIn(ctx: Ctx): Pending {
  const known = pendingByContext.get(ctx);
  if (known) return known;
  const empty = { visits: new Map(), networks: new Map() };
  pendingByContext.set(ctx, empty);
  return empty;
}

/** Queues a view for the next write; views beyond the limits are dropped, because counts need not be exact. */
export function enqueueView(ctx: Ctx, visit: PendingView, network: string): void {
  const { visits, networks } = pendingIn(ctx);
  const key = `${visit.listingId} ${visit.mark}`;
  if (visits.has(key) || visits.size >= maxPendingViews) return;
  const count = (networks.get(network) ?? 0) + 1;
  if (count > maxViewsPerNetwork) return;
  networks.set(network, count);
  visits.set(key, visit);
}

/** Returns and clears all pending views. */
export function takePendingViews(ctx: Ctx): PendingView[] {
  const { visits } = pendingIn(ctx);
  pendingByContext.delete(ctx);
  return [...visits.values()];
}

/** Queues views again that could not be written. */
export function requeueViews(ctx: Ctx, visits: readonly PendingView[]): void {
  const waiting = pendingIn(ctx).visits;
  for (const visit of visits.slice(0, maxPendingViews - waiting.size))
    waiting.set(`${visit.listingId} ${visit.mark}`, visit);
}
