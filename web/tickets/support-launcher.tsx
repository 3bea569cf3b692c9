import { MessageCircle, X } from '#web/ui/icons/icons.tsx';
import { Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getUser } from '#contract/accounts/accounts.ts';
import { messageChannel, messageEvent } from '#domain/notifications/channels.ts';
import { api } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { useSession } from '#web/session.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { CountBubble } from '#web/ui/buttons/icon-button.tsx';
import { useLatest } from '#web/ui/page/use-latest.ts';
import { onSupportRequest, type SupportRequest } from './open-support.ts';
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

  useUnreadCount(dispatch);
  useSupportRequests((asked) => {
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
            onClosed={() => dispatch({ kind: 'gone' })}
          />
        </Suspense>
      )}
      <output className="sr-only">{unread > 0 && 'Nova mensagem do atendimento'}</output>
    </>
  );
}

/** Starts with the server's count, adds realtime events, and asks again after the connection was lost. */
function useUnreadCount(dispatch: (event: PanelEvent) => void): void {
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
  const label = unread > 0 ? `, ${formatCount(unread, 'mensagem nova', 'mensagens novas')}` : '';
  return (
    <button
      ref={ref}
      type="button"
      data-slot="support-launcher"
      aria-label={open ? 'Fechar atendimento' : `Abrir atendimento${label}`}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      onClick={onPress}
      className={cn(
        'fixed right-4 bottom-[calc(16px+max(var(--bottom-bar-height),env(safe-area-inset-bottom)))] z-chat-button flex size-14 items-center justify-center rounded-full bg-brand text-on-brand shadow-lg ring-gap transition-colors duration-hover hover:bg-brand-hover active:bg-brand-active md:right-6 print:hidden forced-colors:border',
        // A composer's send button occupies this corner on phones.
        'max-md:[body:has(main_[data-slot=composer]:focus-within)_&]:pointer-events-none max-md:[body:has(main_[data-slot=composer]:focus-within)_&]:opacity-0',
      )}
    >
      {open ? <X aria-hidden="true" /> : <MessageCircle aria-hidden="true" />}
      {!open && unread > 0 && <CountBubble count={unread} className="-top-1 -right-1 ring-2 ring-bg" />}
    </button>
  );
}

/** Pages call `openSupport`; notices link with `?atendimento=12` in their address. */
function useSupportRequests(handle: (request: SupportRequest) => void): void {
  const [search, setSearch] = useSearchParams();
  const latest = useLatest(handle);
  useEffect(() => onSupportRequest((request) => latest.current(request)), [latest]);
  const ticketParam = Number(search.get('atendimento'));
  useEffect(() => {
    if (!Number.isInteger(ticketParam) || ticketParam <= 0) return;
    latest.current({ ticketId: ticketParam });
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('atendimento');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [latest, ticketParam, setSearch]);
}
