import type { Ctx } from '#server/context.ts';

/** A visit that was seen by this process and is not written yet. */
export interface Visit {
  listingId: number;
  day: string;
  /** Tells one visitor of one listing from another, and says nothing else (decision 43). */
  mark: string;
  /** Whose own listing would not count. */
  viewerId: number | null;
}

/** So many wait at most, and so many from one network between two beats: no people click faster. */
export const mostWaiting = 5_000;
export const mostFromNetwork = 60;

interface Waiting {
  visits: Map<string, Visit>;
  networks: Map<string, number>;
}

const queues = new WeakMap<Ctx, Waiting>();

function waitingIn(ctx: Ctx): Waiting {
  const known = queues.get(ctx);
  if (known) return known;
  const empty = { visits: new Map(), networks: new Map() };
  queues.set(ctx, empty);
  return empty;
}

/** Lets a visit wait for the next beat; what is too much is dropped, since nobody is owed a count. */
export function enqueueVisit(ctx: Ctx, visit: Visit, network: string): void {
  const { visits, networks } = waitingIn(ctx);
  const key = `${visit.listingId} ${visit.mark}`;
  if (visits.has(key) || visits.size >= mostWaiting) return;
  const count = (networks.get(network) ?? 0) + 1;
  if (count > mostFromNetwork) return;
  networks.set(network, count);
  visits.set(key, visit);
}

/** Takes all that wait. */
export function takeVisits(ctx: Ctx): Visit[] {
  const { visits } = waitingIn(ctx);
  queues.delete(ctx);
  return [...visits.values()];
}

/** Puts back what could not be written. */
export function returnVisits(ctx: Ctx, visits: readonly Visit[]): void {
  const waiting = waitingIn(ctx).visits;
  for (const visit of visits.slice(0, mostWaiting - waiting.size))
    waiting.set(`${visit.listingId} ${visit.mark}`, visit);
}
