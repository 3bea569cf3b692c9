import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * The query of the address, and a function that changes it. The address changes only when its data arrive; until then
 * the query is the requested one, so that a second change adds to the first.
 */
export function useRequestedQuery(): [URLSearchParams, (query: URLSearchParams) => void] {
  const [current, setCurrent] = useSearchParams();
  const location = useLocation();
  const [requested, setRequested] = useState({ from: location, query: current });
  const request = (query: URLSearchParams): void => {
    setRequested({ from: location, query });
    setCurrent(query, { preventScrollReset: true });
  };
  // Every navigation that ends makes a new location, even one to the same address.
  return [requested.from === location ? requested.query : current, request];
}
