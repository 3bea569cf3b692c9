/** The page with the sheets of these orders, to print (S14). */
export function sheetsPath(hashes: readonly string[]): string {
  return `/vendas/etiquetas?pedidos=${hashes.join(',')}`;
}

/** The orders of the page's address. */
export function ordersOfSheets(search: URLSearchParams): string[] {
  return (search.get('pedidos') ?? '').split(',').filter((hash) => /^[A-Za-z0-9_-]{20,64}$/.test(hash));
}
