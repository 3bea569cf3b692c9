/**
 * An address in its one spelling. Whoever looks at the beginning of an address, to count a read or to keep an answer out
 * of caches, must see what the router sees, which also takes a whole address (RFC 9112 §3.2.2) and letters as percent
 * signs (RFC 3986 §6.2.2.2).
 *
 * One whose percent signs say nothing names nothing: they are taken as the letters they look like, so that it is
 * answered like any other that is not there (the page, or 404 of the API) and not by the framework's own words.
 */
export function readable(url: string): string {
  const [path, ...query] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  return [plain(path!) || '/', ...query].join('?');
}

function plain(path: string): string {
  if (!path.includes('%')) return path;
  return isReadable(path) ? path.replaceAll(/%[2-7][0-9a-f]/gi, withoutNeed) : path.replaceAll('%', '%25');
}

/** What never needs a percent sign (RFC 3986 §2.3) stands without one. */
function withoutNeed(sign: string): string {
  const letter = String.fromCharCode(Number.parseInt(sign.slice(1), 16));
  return /[\w.~-]/.test(letter) ? letter : sign;
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
