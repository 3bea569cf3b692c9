import { MessageCircle, X } from 'lucide-react';
import { Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { useMatches, useSearchParams } from 'react-router';
import { getUser } from '#contract/accounts/accounts.ts';
import { messageChannel, messageEvent } from '#domain/notifications/channels.ts';
import { api } from '#web/api/api.ts';
import { lazyPart } from '#web/boot/lazy-part.ts';
import type { FrameHandle } from '#web/layouts/site-frame.tsx';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { useSession } from '#web/session.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { CountBubble } from '#web/ui/buttons/icon-button.tsx';
import { onSupportAsked, type SupportRequest } from './open-support.ts';
import { closedPanel, closingLimitMs, panelAfter, type PanelEvent } from './panel-state.ts';
import { useRegionKey } from './use-region-key.ts';
import { useTitleCount } from './use-title-count.ts';

const SupportPanel = lazyPart(() =>
  import('./support-panel.tsx').then((module) => ({ default: module.SupportPanel })),
);

const panelId = 'atendimento';

/** The round button at the bottom right (specification §2) and the panel it opens. */
export function SupportLauncher() {
  const [{ phase, unread }, dispatch] = useReducer(panelAfter, closedPanel);
  const [request, setRequest] = useState<SupportRequest | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = phase === 'mounting' || phase === 'open';

  const opener = useRef<Element | null>(null);

  useUnread(dispatch);
  useRequests((asked) => {
    opener.current = document.activeElement;
    setRequest(asked);
    dispatch({ kind: 'asked' });
  });
  useEffect(() => {
    if (phase !== 'closing') return undefined;
    const timer = setTimeout(() => dispatch({ kind: 'gone' }), closingLimitMs);
    return () => clearTimeout(timer);
  }, [phase]);
  useRegionKey();
  useTitleCount(unread);

  function close(): void {
    dispatch({ kind: 'pressed' });
    const back = opener.current?.isConnected && opener.current !== document.body ? opener.current : null;
    ((back as HTMLElement | null) ?? button.current)?.focus();
  }
  return (
    <>
      <LauncherButton
        ref={button}
        open={open}
        unread={unread}
        onPress={() => {
          opener.current = button.current;
          setRequest(null);
          dispatch({ kind: 'pressed' });
        }}
      />
      {phase !== 'closed' && (
        <Suspense fallback={null}>
          <SupportPanel
            id={panelId}
            visible={phase === 'open'}
            request={request}
            onShown={() => dispatch({ kind: 'shown' })}
            onClose={close}
            onGone={() => dispatch({ kind: 'gone' })}
          />
        </Suspense>
      )}
      <output className="sr-only">{unread > 0 && 'Nova mensagem do atendimento'}</output>
    </>
  );
}

/** Begins with the server's count, adds each event of the line, and asks again after the line was down. */
function useUnread(dispatch: (event: PanelEvent) => void): void {
  const { user } = useSession();
  const joins = useRef(0);
  const first = useRef(user.in_chat);
  useEffect(() => {
    dispatch({ kind: 'counted', unread: first.current });
  }, [dispatch]);
  useEffect(() => {
    dispatch({ kind: 'recounted', unread: user.in_chat });
  }, [dispatch, user.in_chat]);
  useChannel(messageChannel(user.id), {
    [messageEvent]: () => dispatch({ kind: 'message' }),
    [joinedEvent]: () => {
      joins.current += 1;
      if (joins.current === 1) return;
      api(getUser).then(
        ({ in_chat }) => dispatch({ kind: 'counted', unread: in_chat }),
        () => undefined,
      );
    },
  });
}

interface LauncherButtonProps {
  ref: React.Ref<HTMLButtonElement>;
  open: boolean;
  unread: number;
  onPress: () => void;
}

function LauncherButton({ ref, open, unread, onPress }: LauncherButtonProps) {
  const words = unread > 0 ? `, ${formatCount(unread, 'mensagem nova', 'mensagens novas')}` : '';
  return (
    <button
      ref={ref}
      type="button"
      data-slot="support-launcher"
      aria-label={open ? 'Fechar atendimento' : `Abrir atendimento${words}`}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      onClick={onPress}
      className={cn(
        'fixed right-4 z-chat-button flex size-14 items-center justify-center rounded-full bg-brand text-on-brand shadow-lg ring-gap transition-colors duration-hover hover:bg-brand-hover active:bg-brand-active md:right-6 print:hidden forced-colors:border',
        // Where a message to somebody else is being written, its send button comes up to this corner of a phone.
        'max-md:[body:has(main_[data-slot=composer]:focus-within)_&]:pointer-events-none max-md:[body:has(main_[data-slot=composer]:focus-within)_&]:opacity-0',
        // The bar of what is chosen reaches into the same corner.
        '[body:has([data-slot=bulk-bar])_&]:hidden',
        useBottom(),
      )}
    >
      {open ? <X aria-hidden="true" /> : <MessageCircle aria-hidden="true" />}
      {!open && unread > 0 && <CountBubble count={unread} className="-top-1 -right-1 ring-2 ring-bg" />}
    </button>
  );
}

/** Above the tab bar, the page's own bar, or the desk's composer. */
function useBottom(): string {
  const matches = useMatches();
  const [search] = useSearchParams();
  const place = matches.at(-1)?.pathname ?? '';
  if (place === '/dashboard/suporte' && search.has('id')) return 'bottom-48 xl:bottom-6';
  // Bars of the team: a review's decision, and what was changed and is not saved.
  if (place === '/dashboard/revisao') return 'bottom-20 lg:bottom-6';
  if (place === '/dashboard/planos' || place === '/dashboard/configuracoes') return 'bottom-28 md:bottom-20';
  // Above the bar of what is chosen.
  if (place === '/dashboard/anuncios') return 'bottom-32 md:bottom-20';
  if (place.startsWith('/dashboard')) return 'bottom-4 md:bottom-6';
  // The steps of a new listing have their bar on every width.
  if (place === '/anunciar') return 'bottom-24 md:bottom-22';
  const ownBar = matches.some((match) => (match.handle as FrameHandle | undefined)?.ownBottomBar);
  return ownBar ? 'bottom-24 md:bottom-6' : 'bottom-[calc(72px+env(safe-area-inset-bottom))] md:bottom-6';
}

/** Pages ask by `openSupport`, notices by `?atendimento=12` in their address. */
function useRequests(hear: (request: SupportRequest) => void): void {
  const [search, setSearch] = useSearchParams();
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => onSupportAsked((request) => latest.current(request)), []);
  const named = Number(search.get('atendimento'));
  useEffect(() => {
    if (!Number.isInteger(named) || named <= 0) return;
    latest.current({ ticketId: named });
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('atendimento');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [named, setSearch]);
}
