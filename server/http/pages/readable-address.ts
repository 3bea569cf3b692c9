/**
 * Normalizes the spelling of a request's address. Code that checks the beginning of an address, to count a read or to
 * forbid caching, must see what the router sees, which also accepts an absolute address (RFC 9112 §3.2.2) and
 * percent-encoded letters (RFC 3986 §6.2.2.2).
 *
 * Percent signs of a malformed address are encoded literally, so that it gets the usual 404 (the page, or that of the
 * API) instead of the framework's own error.
 */
export function normalizeAddress(url: string): string {
  const [path, ...query] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  return [plain(path!) || '/', ...query].join('?');
}

function plain(path: string): string {
  if (!path.includes('%')) return path;
  return isReadable(path)
    ? path.replaceAll(/%[2-7][0-9a-f]/gi, decodeUnreserved)
    : path.replaceAll('%', '%25');
}

/** Decodes unreserved characters (RFC 3986 §2.3). */
function decodeUnreserved(sign: string): string {
  const letter = String.fromCharCode(Number.parseInt(sign.slice(1), 16));
  return /[\w.~-]/.test(letter) ? letter : sign;
}

/** The bundler drops a call whose result is not used, although this one may throw. */
function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
