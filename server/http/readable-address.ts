/**
 * An address whose percent signs say nothing names nothing: they are taken as the letters they look like, so that it is
 * answered like any other that is not there (the page, or 404 of the API) and not by the framework's own words.
 */
export function readable(url: string): string {
  const [path, ...query] = url.split('?');
  if (!path!.includes('%') || isReadable(path!)) return url;
  return [path!.replaceAll('%', '%25'), ...query].join('?');
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
