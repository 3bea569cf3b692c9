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
  const loop = /^\/(auth\/|login$|register$|sair$)/.test(pathname);
  return foreign || loop || pathname.startsWith('//') ? '/' : pathname + search + hash;
}
