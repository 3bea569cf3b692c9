import { useCallback, useEffect } from 'react';
import { dispatchUpdate } from '#web/live/update-events.ts';
import { useSession } from '#web/session.tsx';
import { mayOfferPush, offerPush, rememberDeclined } from './push-offer.ts';
import { promptsOnStart, canPush, subscribeQuietly } from './subscribe.ts';

/**
 * Registers members for push (specification §2). With permission it subscribes without a message; before the permission
 * was requested the next page without tasks shows a card, so that the browser's prompt only follows a press, unless the
 * operator wants the prompt on start (`PUSH_PROMPT`). A failure is only logged to the console (specification §8).
 */
export function PushStart() {
  const { user, reload } = useSession();

  const subscribe = useCallback(() => subscribeQuietly(user.id), [user.id]);

  useEffect(() => {
    if (!canPush()) return undefined;
    if (Notification.permission === 'granted') void subscribe();
    let unmounted = false;
    const timer = setTimeout(() => void offer(), 1_500);
    async function offer(): Promise<void> {
      if (Notification.permission !== 'default' || !mayOfferPush()) return;
      const atOnce = await promptsOnStart();
      if (unmounted) return;
      if (!atOnce) return offerPush();
      rememberDeclined();
      if ((await Notification.requestPermission()) === 'granted') await subscribe();
    }
    const listen = ({ data }: MessageEvent<{ kind?: string } | null>) => {
      if (data?.kind === 'push-renewed') void subscribe();
      if (data?.kind !== 'push') return;
      dispatchUpdate();
      void reload();
    };
    navigator.serviceWorker.addEventListener('message', listen);
    return () => {
      unmounted = true;
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener('message', listen);
    };
  }, [subscribe, reload]);

  return null;
}
