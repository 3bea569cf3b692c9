import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';

/** Revalidates the page every `everyMs` milliseconds while it is visible; null stops it. */
export function usePolling(everyMs: number | null): void {
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
