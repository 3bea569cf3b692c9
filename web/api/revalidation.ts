import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiError } from './api.ts';
import { onUpdate } from '#web/live/update-events.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** How long after the revalidation the component that asked may still unmount because of it; also the debounce time. */
const settleMs = 500;

/**
 * Revalidates the page after a refusal because its data is stale. When that unmounts the calling component, and the
 * refusal with it, a toast repeats the refusal.
 */
export function useRevalidateAfterRefusal(): (refusal: ApiError) => Promise<void> {
  const { revalidate } = useRevalidator();
  const pendingMessage = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (pendingMessage.current) aviso.erro('Nada foi feito', pendingMessage.current);
    },
    [],
  );
  return async ({ detail }) => {
    pendingMessage.current = detail;
    await revalidate();
    setTimeout(() => (pendingMessage.current = null), settleMs);
  };
}

/** Revalidates the page after every update event, and when the tab becomes visible, while `on`. */
export function useRevalidateOnUpdates(on = true): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!on) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Update events come in bursts.
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void revalidate(), settleMs);
    };
    const onReturn = () => void (document.hidden || schedule());
    const stopListening = onUpdate(schedule);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearTimeout(timer);
      stopListening();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [on, revalidate]);
}
