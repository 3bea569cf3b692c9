/**
 * Where to go after signing in: a path of our own site, or `/`. Another origin is never followed, however it is
 * written (`//host`, `/\host`, `https:…`), and neither are the sign-in screens themselves.
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
 * A way back written without encoding leaves its `#` to the sign-in screen's own address, and so does a browser that
 * was redirected here by a server.
 */
export function withPlace(returnTo: string | null, hash: string): string | null {
  return returnTo === null || returnTo.includes('#') ? returnTo : returnTo + hash;
}

export type AuthScreen = 'login' | 'register' | 'recovery' | 'twofactor';

/** The address of a sign-in screen that keeps where the person wanted to go. */
export function authPath(screen: AuthScreen, returnTo: string): string {
  return withReturn(`/auth/${screen}`, returnTo);
}

/** Where the e-mail or the phone is confirmed, with the way back to what asked for it. */
export function verificationPath(returnTo: string, what: 'email' | 'phone' = 'email'): string {
  return withReturn(what === 'email' ? '/verification' : '/verification-phone', returnTo);
}

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** What was wanted when the second step got in the way: this address, or the one a sign-in screen leads to. */
export function wantedPath({ pathname, search, hash }: Address): string {
  return pathname.startsWith('/auth/')
    ? safeReturnPath(new URLSearchParams(search).get('returnTo'))
    : safeReturnPath(pathname + search + hash);
}

/** An address of our own, whole: with what is asked for and the place on the page. */
export function wholeAddress({ pathname, search, hash }: Address): string {
  return pathname + search + hash;
}

function withReturn(path: string, returnTo: string): string {
  return returnTo === '/' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
}
