/**
 * The path to open after signing in: a path of the own site, or `/`. Another origin is never followed, in any notation
 * (`//host`, `/\host`, `https:…`), and neither are the sign-in pages themselves.
 */
export function safeReturnPath(value: string | null): string {
  if (!value?.startsWith('/')) return '/';
  const home = 'http://praca.local';
  if (!URL.canParse(value, home)) return '/';
  const { origin, pathname, search, hash } = new URL(value, home);
  const foreign = origin !== home;
  const loop = /^\/(auth\/|login$|register$|recovery$|twofactor$|sair$)/.test(pathname);
  return foreign || loop || pathname.startsWith('//') ? '/' : pathname + search + hash;
}

/**
 * Appends the hash of the sign-in page's URL to the return path: an unencoded return path leaves its `#` there, and so
 * does a browser after a server redirect.
 */
export function withHash(returnTo: string | null, hash: string): string | null {
  return returnTo === null || returnTo.includes('#') ? returnTo : returnTo + hash;
}

export type AuthScreen = 'login' | 'register' | 'recovery' | 'twofactor';

/** The URL of a sign-in page with the return path. */
export function authPath(screen: AuthScreen, returnTo: string): string {
  return withReturn(`/auth/${screen}`, returnTo);
}

/** The URL that confirms the e-mail or the phone, with the return path. */
export function verificationPath(returnTo: string, what: 'email' | 'phone' = 'email'): string {
  return withReturn(what === 'email' ? '/verification' : '/verification-phone', returnTo);
}

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** The return path for the second step: this address, or the return path of a sign-in page. */
export function pathAfterSecondStep({ pathname, search, hash }: Address): string {
  return pathname.startsWith('/auth/')
    ? safeReturnPath(new URLSearchParams(search).get('returnTo'))
    : safeReturnPath(pathname + search + hash);
}

/** Path, query and hash of a location. */
export function fullPath({ pathname, search, hash }: Address): string {
  return pathname + search + hash;
}

function withReturn(path: string, returnTo: string): string {
  return returnTo === '/' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
}
