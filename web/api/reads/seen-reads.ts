import { getUserRole } from '#contract/accounts/accounts.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { endpointUrl } from '#web/api/endpoint-url.ts';
import { pendingAddress, routerState } from './router-state.ts';

interface SeenRead {
  body: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

/** As many as some dozen pages read. */
const maxSeen = 200;
const maxAgeMs = 10 * 60_000;
/** A step back that the router does not follow within this time was of something else. */
const maxStepMs = 5_000;
/** Access to the dashboard is never decided by a copy (specification §6). */
const neverSeen = endpointUrl(getUserRole);

const seen = new Map<string, SeenRead>();
let owner: string | null = null;
let step: { address: string; at: number; used: boolean } | null = null;

/** Remembers what the loader of a page read, for the way back to it. */
export function rememberRead(url: string, body: unknown): void {
  const state = routerState();
  const loading =
    state && (!state.initialized || state.navigation.state !== 'idle' || state.revalidation === 'loading');
  if (!loading || url === neverSeen) return;
  forgetOtherPeoplesReads();
  seen.delete(url);
  seen.set(url, { body, at: Date.now() });
  // A Map keeps insertion order: the first key is the oldest.
  if (seen.size > maxSeen) seen.delete(seen.keys().next().value!);
}

/** What the page to which the person goes back read before, so that it is shown at once; otherwise null. */
export function takeSeenRead(url: string): { body: unknown } | null {
  if (!step || pendingAddress() !== step.address || Date.now() - step.at > maxStepMs) return null;
  forgetOtherPeoplesReads();
  if (owner === null) return null;
  const found = seen.get(url);
  if (!found || Date.now() - found.at > maxAgeMs) return null;
  step.used = true;
  return { body: withPresentClock(found) };
}

/** After a write, a sign-out or the end of a session nothing of before is shown. */
export function forgetSeenReads(): void {
  seen.clear();
}

/** Called before the router listens, which would start loaders first. */
export function watchSteps(): void {
  addEventListener('popstate', () => beginStep(location));
}

/** Begins a step back or forward; `location` is the page's already. */
export function beginStep({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  step = { address: pathname + search, at: Date.now(), used: false };
}

/**
 * Ends the step when this is its page.
 * @returns whether the page shows what it read before, and must be refreshed
 */
export function endStep({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (step?.address !== pathname + search) return false;
  const { used } = step;
  step = null;
  return used;
}

function forgetOtherPeoplesReads(): void {
  const token = sessionToken.read();
  if (owner !== token) seen.clear();
  owner = token;
}

/** Replies give the server's clock as `now`, by which pages count down. */
function withPresentClock({ body, at }: SeenRead): unknown {
  const { data } = body as { data?: { now?: unknown } };
  if (typeof data?.now !== 'string') return body;
  const now = new Date(Date.parse(data.now) + Date.now() - at).toISOString();
  return { ...(body as object), data: { ...data, now } };
}
