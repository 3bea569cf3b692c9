/** A mail's link as a path of this very site, wherever the demonstration is running. */
export function samePath(url: string): string {
  if (!URL.canParse(url, 'http://praca.local')) return '/';
  const { pathname, search, hash } = new URL(url, 'http://praca.local');
  return pathname + search + hash;
}
