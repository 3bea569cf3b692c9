import { redirect } from 'react-router';
import type { Location } from 'react-router';
import { ApiError } from './api.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { orStatus } from './load.ts';

/** Where to sign in and come back to `path` afterwards. */
export function signInPath(path: string): string {
  return `/auth/login?returnTo=${encodeURIComponent(path)}`;
}

/** Where the second step is taken, with the way on to `path`. */
export function secondStepPath(path: string): string {
  return `/auth/twofactor?returnTo=${encodeURIComponent(path)}`;
}

/** Where a second factor is made, with the way back to `path`. */
export function securityPath(path: string): string {
  return `/conta/seguranca?returnTo=${encodeURIComponent(path)}`;
}

/** The router as its own developer tools find it: the only place that knows where a navigation leads. */
const routerName = '__reactRouterDataRouter';
type Routed = Window & { [routerName]?: { state: { navigation: { location?: Location } } } };

/**
 * The address a loader was called for, with the part after `#`, which the router leaves out of the request: it stands
 * in the address that is on its way, or in the browser's own on the first page.
 */
export function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  if (typeof window === 'undefined') return address;
  const coming = (window as Routed)[routerName]?.state.navigation.location;
  const named = [coming, window.location].find((place) => place && place.pathname + place.search === address);
  return address + (named?.hash ?? '');
}

/**
 * Loads a private page. Whoever has no session, or one that ended, is sent to sign in (whose second step is missing, to
 * take it) and comes back to the same address; other refusals become the page's status.
 */
export async function whenSignedIn<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const asked = addressOf(request);
  const signIn = redirect(signInPath(asked));
  if (!sessionToken.read()) throw signIn;
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw signIn;
    if (error instanceof ApiError && error.code === 'two_factor_pending')
      throw redirect(secondStepPath(asked));
    return orStatus(Promise.reject(error));
  }
}
