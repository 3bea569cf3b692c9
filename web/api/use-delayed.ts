import { useEffect, useState } from 'react';
import type { Delayed } from './delayed.ts';
import { createDelayed } from './delayed.ts';

/** How long an item can be undone before its call is sent (design §4.5). */
const undoMs = 6_000;

/**
 * Items of a page that can be undone for 6 s: each is sent after that, or at once when the page is hidden or left.
 * @param send only the first render's function is used
 */
export function useDelayed<T extends { id: number }>(
  send: (item: T, leaving: boolean) => Promise<void>,
): Delayed<T> {
  const [delayed] = useState(() => createDelayed<T>(undoMs, (item, leaving) => void send(item, leaving)));

  useEffect(() => {
    const flush = () => document.visibilityState === 'hidden' && delayed.flush();
    const leave = () => delayed.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [delayed]);

  return delayed;
}
