import { BellRing } from '#web/ui/icons/icons.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { dispatchUpdate } from '#web/live/update-events.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { mayOfferPush, rememberDeclined } from './declined-offer.ts';
import { promptsOnStart, canPush, subscribeQuietly } from './subscribe.ts';

/**
 * Registers members for push (specification §2). With permission it subscribes without a message; before the permission
 * was requested it shows a card, so that the browser's prompt only follows a press, unless the operator wants the prompt
 * on start (`PUSH_PROMPT`). A failure is only logged to the console (specification §8).
 */
export function PushStart() {
  const { user, reload } = useSession();
  const { pathname } = useLocation();
  const [offering, setOffering] = useState(false);

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
      if (!atOnce) return setOffering(true);
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

  if (!offering || !offerPaths.includes(pathname)) return null;
  return (
    <PushOffer
      onAccept={async () => {
        setOffering(false);
        rememberDeclined();
        if ((await Notification.requestPermission()) !== 'granted') return;
        if (await subscribe())
          aviso.sucesso('Avisos ativados', 'Você pode mudar o que chega em Conta, Avisos.');
      }}
      onDecline={() => {
        setOffering(false);
        rememberDeclined();
      }}
    />
  );
}

/** Pages without forms, where the card does not interrupt anything. */
const offerPaths = ['/', '/conta', '/conta/compras', '/conta/vendas', '/conta/favoritos', '/conta/anuncios'];

function PushOffer({ onAccept, onDecline }: { onAccept: () => Promise<void>; onDecline: () => void }) {
  return (
    <section
      aria-label="Ativar avisos"
      className="fixed [body:has([data-slot=bulk-bar])_&]:hidden bottom-[calc(140px+env(safe-area-inset-bottom))] left-3 z-notification flex w-[min(400px,calc(100vw-24px))] animate-in gap-3 rounded-lg border border-border bg-surface p-4 shadow-md duration-popover fade-in-0 slide-in-from-bottom-3 md:bottom-4 md:left-4 print:hidden"
    >
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-md bg-brand-soft text-on-brand-soft"
      >
        <BellRing />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-ui font-semibold">Quer saber na hora?</h2>
        <p className="text-sm text-ink-2">Avisamos quando sua compra, venda ou atendimento tiver novidade.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => void onAccept()}>
            Ativar avisos
          </Button>
          <Button size="sm" variant="quiet" onClick={onDecline}>
            Agora não
          </Button>
        </div>
      </div>
    </section>
  );
}
