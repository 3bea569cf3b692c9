import { useSearchParams } from 'react-router';

/**
 * Changes filters in the address (design §4.8): what is empty leaves it, and another choice begins at its first page.
 * @param place the word of the address that says how far one has turned the pages
 */
export function useFilters(place: 'antes' | 'pagina'): (changes: Record<string, string>) => void {
  const [, setSearch] = useSearchParams();
  return (changes) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries({ [place]: '', ...changes }))
          if (value === '') next.delete(key);
          else next.set(key, value);
        return next;
      },
      { preventScrollReset: true },
    );
}
