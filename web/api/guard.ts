import { redirect } from 'react-router';
import { ApiError } from './api.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { orErrorStatus } from './load.ts';
import { routerState } from './reads/router-state.ts';

/** The sign-in page, which returns to `path` afterwards. */
export function signInPath(path: string): string {
  return `/auth/login?returnTo=${encodeURIComponent(path)}`;
}

/** The page of the second sign-in step, which continues to `path`. */
export function secondStepPath(path: string): string {
  return `/auth/twofactor?returnTo=${encodeURIComponent(path)}`;
}

/** The page that sets up a second factor, with the way back to `path`. */
export function securityPath(path: string): string {
  return `/conta/seguranca?returnTo=${encodeURIComponent(path)}`;
}

/**
 * The address a loader was called for, with its hash, which the router leaves out of the request: it is taken from the
 * pending navigation, or from `window.location` on the first page.
 */
export function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  if (typeof window === 'undefined') return address;
  const next = routerState()?.navigation.location;
  const named = [next, window.location].find((place) => place && place.pathname + place.search === address);
  return address + (named?.hash ?? '');
}

/**
 * Loads a private page. Without a valid session it redirects to sign-in, or to the second step when only that is
 * missing, and then back to the same address; other errors become the page's status.
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
    return orErrorStatus(Promise.reject(error));
  }
}
