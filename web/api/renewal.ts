import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiError } from './api.ts';
import { onNews } from '#web/live/update-events.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** How long after the reload what was asked may still leave the page because of it. */
const settleMs = 500;

/**
 * After a refusal that says the page is old: shows what is true now. Where the question itself leaves the page with that,
 * and the refusal with it, it is said once more above the page.
 */
export function useRenewal(): (refusal: ApiError) => Promise<void> {
  const { revalidate } = useRevalidator();
  const unsaid = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (unsaid.current) aviso.erro('Nada foi feito', unsaid.current);
    },
    [],
  );
  return async ({ detail }) => {
    unsaid.current = detail;
    await revalidate();
    setTimeout(() => (unsaid.current = null), settleMs);
  };
}

/** Keeps a page true: shows what is true now after every piece of news, and when the tab comes back, while `on`. */
export function useNewsRenewal(on = true): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!on) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // News come in bursts.
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void revalidate(), settleMs);
    };
    const onReturn = () => void (document.hidden || soon());
    const deaf = onNews(soon);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearTimeout(timer);
      deaf();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [on, revalidate]);
}
