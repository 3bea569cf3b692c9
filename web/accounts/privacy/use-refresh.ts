import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';

/** Asks for the page's data again every so many milliseconds while somebody looks at it; null asks for nothing. */
export function useRefresh(everyMs: number | null): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  useEffect(() => {
    latest.current = revalidate;
  });
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
