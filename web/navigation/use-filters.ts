import { useSearchParams } from 'react-router';

/**
 * Changes filters in the address (design §4.8): empty values are removed, and any change goes back to the first page.
 * @param pageParam the query parameter of pagination
 */
export function useFilters(pageParam: 'antes' | 'pagina'): (changes: Record<string, string>) => void {
  const [, setSearch] = useSearchParams();
  return (changes) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries({ [pageParam]: '', ...changes }))
          if (value === '') next.delete(key);
          else next.set(key, value);
        return next;
      },
      { preventScrollReset: true },
    );
}
