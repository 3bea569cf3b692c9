/** An e-mail's link as a path of the current site, whatever host the demonstration runs on. */
export function samePath(url: string): string {
  if (!URL.canParse(url, 'http://praca.local')) return '/';
  const { pathname, search, hash } = new URL(url, 'http://praca.local');
  return pathname + search + hash;
}
