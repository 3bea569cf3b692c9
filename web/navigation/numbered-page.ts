/** The page number in the address; an invalid one is the first page (design §4.8). */
export function pageFromAddress(search: URLSearchParams, key = 'pagina'): number {
  const text = search.get(key) ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

interface Found {
  items: readonly unknown[];
  /** Of all pages. */
  total: number;
}

/** Loads a numbered page of an account's list (design §4.7); the last page when the list has become shorter. */
export async function loadNumberedPage<F extends Found>(
  page: number,
  perPage: number,
  load: (page: string) => Promise<F>,
): Promise<F & { page: number }> {
  const found = await load(String(page));
  const last = Math.ceil(found.total / perPage);
  if (found.items.length > 0 || last === 0 || last >= page) return { ...found, page };
  return { ...(await load(String(last))), page: last };
}
