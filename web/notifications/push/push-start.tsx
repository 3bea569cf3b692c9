import { BellRing } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { dispatchUpdate } from '#web/live/update-events.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { mayAsk, rememberAsked } from './asked.ts';
import { asksAtOnce, canPush, subscribeQuietly } from './subscribe.ts';

/**
 * The part that registers for push, always present for whoever is signed in (specification §2). With permission it
 * subscribes quietly; without an answer yet it offers it with a card, so that the browser's own question comes only
 * from a press, unless the operator wants that question on start (`PUSH_PROMPT`). A failure goes to the console and no further (specification §8).
 */
export function PushStart() {
  const { user, reload } = useSession();
  const { pathname } = useLocation();
  const [offering, setOffering] = useState(false);

  const begin = useCallback(() => subscribeQuietly(user.id), [user.id]);

  useEffect(() => {
    if (!canPush()) return undefined;
    if (Notification.permission === 'granted') void begin();
    let gone = false;
    const timer = setTimeout(() => void offer(), 1_500);
    async function offer(): Promise<void> {
      if (Notification.permission !== 'default' || !mayAsk()) return;
      const atOnce = await asksAtOnce();
      if (gone) return;
      if (!atOnce) return setOffering(true);
      rememberAsked();
      if ((await Notification.requestPermission()) === 'granted') await begin();
    }
    const listen = ({ data }: MessageEvent<{ kind?: string } | null>) => {
      if (data?.kind === 'push-renewed') void begin();
      if (data?.kind !== 'push') return;
      dispatchUpdate();
      void reload();
    };
    navigator.serviceWorker.addEventListener('message', listen);
    return () => {
      gone = true;
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener('message', listen);
    };
  }, [begin, reload]);

  if (!offering || !quietPlaces.includes(pathname)) return null;
  return (
    <PushOffer
      onAccept={async () => {
        setOffering(false);
        rememberAsked();
        if ((await Notification.requestPermission()) !== 'granted') return;
        if (await begin()) aviso.sucesso('Avisos ligados', 'Você pode mudar o que chega em Conta, Avisos.');
      }}
      onDecline={() => {
        setOffering(false);
        rememberAsked();
      }}
    />
  );
}

/** Where the card lies over nothing that somebody is in the middle of: pages to look at, none with a form. */
const quietPlaces = ['/', '/conta', '/conta/compras', '/conta/vendas', '/conta/favoritos', '/conta/anuncios'];

function PushOffer({ onAccept, onDecline }: { onAccept: () => Promise<void>; onDecline: () => void }) {
  return (
    <section
      aria-label="Ligar avisos"
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
