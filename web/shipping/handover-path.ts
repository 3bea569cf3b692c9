/** The order's page with the pickup code in its fragment, which browsers do not send to servers. */
export function handoverPath(hash: string, code: string): string {
  return `/pedido/${hash}#codigo=${code}`;
}

/** The pickup code of a fragment; empty when it has none. */
export function codeOfFragment(fragment: string): string {
  return /^#codigo=(\d{6})$/.exec(fragment)?.[1] ?? '';
}
