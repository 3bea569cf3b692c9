import { redirect } from 'react-router';
import { ApiError, sessionToken } from './api.ts';
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

/**
 * Loads a private page. Whoever has no session, or one that ended, is sent to sign in (whose second step is missing, to
 * take it) and comes back to the same address; other refusals become the page's status.
 */
export async function whenSignedIn<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const { pathname, search } = new URL(request.url);
  const signIn = redirect(signInPath(pathname + search));
  if (!sessionToken.read()) throw signIn;
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') throw signIn;
    if (error instanceof ApiError && error.code === 'two_factor_pending')
      throw redirect(secondStepPath(pathname + search));
    return orStatus(Promise.reject(error));
  }
}
