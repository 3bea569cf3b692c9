import { useRequestedQuery } from './requested-query.ts';

/**
 * Changes filters in the address (design §4.8): empty values are removed, and any change goes back to the first page.
 * @param pageParam the query parameter of pagination
 */
export function useFilters(pageParam: 'antes' | 'pagina'): (changes: Record<string, string>) => void {
  const [query, request] = useRequestedQuery();
  return (changes) => {
    const next = new URLSearchParams(query);
    for (const [key, value] of Object.entries({ [pageParam]: '', ...changes }))
      if (value === '') next.delete(key);
      else next.set(key, value);
    request(next);
  };
}
