import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * The filters in the address (design §4.8), and a function that changes them: empty values are removed, and any change
 * goes back to the first page. The address changes only when its data arrive; until then the query is the requested one,
 * so that a second change adds to the first.
 * @param pageParam the query parameter of pagination
 */
export function useFilters(
  pageParam: string,
): [query: URLSearchParams, change: (changes: Record<string, string | null>) => void] {
  const [current, setCurrent] = useSearchParams();
  const location = useLocation();
  const [requested, setRequested] = useState({ from: location, query: current });
  // Every navigation that ends makes a new location, even one to the same address.
  const query = requested.from === location ? requested.query : current;
  return [
    query,
    (changes) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries({ [pageParam]: null, ...changes }))
        if (value) next.set(name, value);
        else next.delete(name);
      setRequested({ from: location, query: next });
      setCurrent(next, { preventScrollReset: true });
    },
  ];
}
