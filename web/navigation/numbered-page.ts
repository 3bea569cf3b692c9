/** The page that the address names; unknown ones are the first (design §4.8). */
export function pageNamed(search: URLSearchParams, key = 'pagina'): number {
  const named = search.get(key) ?? '';
  return /^[1-9]\d{0,3}$/.test(named) ? Number(named) : 1;
}

interface Found {
  items: readonly unknown[];
  /** Of all pages. */
  total: number;
}

/** A numbered page of an account's list (design §4.7); the last one where the list has become shorter meanwhile. */
export async function loadNumbered<F extends Found>(
  page: number,
  perPage: number,
  load: (page: string) => Promise<F>,
): Promise<F & { page: number }> {
  const found = await load(String(page));
  const last = Math.ceil(found.total / perPage);
  if (found.items.length > 0 || last === 0 || last >= page) return { ...found, page };
  return { ...(await load(String(last))), page: last };
}
