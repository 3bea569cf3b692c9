import { ArrowLeft, X } from '#web/ui/icons/icons.tsx';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useCloseOnBack } from '#web/ui/overlays/close-on-back.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { useMediaQuery } from '#web/ui/styles/media-query.ts';
import { NewQuestion, type Question } from './new-question.tsx';
import type { SupportRequest } from './open-support.ts';
import { showDelayMs } from './panel-state.ts';
import { SupportHome } from './support-home.tsx';
import { TicketConversation } from './ticket-conversation.tsx';
import { TicketList } from './ticket-list.tsx';
import { useOwnTickets } from './use-own-tickets.ts';

type Overview = { at: 'home' } | { at: 'list'; page: number };
type View = Overview | { at: 'new'; question: Question } | { at: 'ticket'; ticketId: number; from: Overview };

const home: Overview = { at: 'home' };

export interface SupportPanelProps {
  id: string;
  visible: boolean;
  /** What to open; null reopens the last view. */
  request: SupportRequest | null;
  onShown: () => void;
  onClose: () => void;
  onClosed: () => void;
}

/** The support panel: beside the page on wide screens, full screen on phones. */
export function SupportPanel({ id, visible, request, onShown, onClose, onClosed }: SupportPanelProps) {
  const [view, setView] = useView(request);
  const panel = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery('(max-width: 767px)');
  const tickets = useOwnTickets(pageOf(view));

  useEffect(() => {
    const timer = setTimeout(onShown, showDelayMs);
    return () => clearTimeout(timer);
    // Runs once, when the panel is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (visible) panel.current?.focus({ preventScroll: true });
  }, [visible]);
  useScrollLock(phone && visible);
  useCloseOnBack(phone && visible, onClose);

  /** The pressed element leaves with its view, so the focus moves to the panel. */
  function go(next: View): void {
    setView(next);
    panel.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      onClose();
    }
    if (phone) trapFocus(event, panel.current);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <div
      ref={panel}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <dialog> that is not modal brings nothing but styles
      role="dialog"
      aria-modal={phone}
      aria-labelledby={`${id}-nome`}
      tabIndex={-1}
      data-slot="support-panel"
      data-open={visible || undefined}
      inert={!visible}
      onKeyDown={onKeyDown}
      onTransitionEnd={(event) => {
        if (event.target === panel.current && !visible) onClosed();
      }}
      className={cn(
        'fixed z-chat-panel flex flex-col overflow-hidden bg-surface text-ink shadow-lg outline-none print:hidden',
        'inset-0 max-md:pb-safe md:inset-auto md:right-6 md:bottom-[calc(88px+var(--bottom-bar-height))] md:h-[min(640px,calc(100dvh-112px-var(--bottom-bar-height)))] md:w-100 md:rounded-xl md:border md:border-border',
        'translate-y-3 opacity-0 transition-[opacity,translate] duration-popover ease-exit data-open:translate-y-0 data-open:opacity-100 data-open:ease-enter',
      )}
    >
      <PanelHead
        titleId={`${id}-nome`}
        title={titles[view.at]}
        onClose={onClose}
        onBack={
          view.at === 'home'
            ? null
            : () => {
                go(view.at === 'ticket' ? view.from : home);
                void tickets.reload();
              }
        }
      />
      {view.at === 'home' && (
        <SupportHome
          tickets={tickets}
          onOpen={(ticketId) => go({ at: 'ticket', ticketId, from: home })}
          onList={() => go({ at: 'list', page: 1 })}
          onAsk={(question) => go({ at: 'new', question })}
        />
      )}
      {view.at === 'list' && (
        <TicketList
          tickets={tickets}
          onOpen={(ticketId) => go({ at: 'ticket', ticketId, from: view })}
          onPage={(page) => go({ at: 'list', page })}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3"
        />
      )}
      {view.at === 'new' && (
        <NewQuestion
          key={JSON.stringify(view.question)}
          question={view.question}
          tickets={tickets}
          onOpened={(ticketId) => {
            go({ at: 'ticket', ticketId, from: home });
            void tickets.reload();
          }}
        />
      )}
      {view.at === 'ticket' && (
        <TicketConversation
          key={view.ticketId}
          ticketId={view.ticketId}
          visible={visible}
          onOpen={(ticketId) => go({ at: 'ticket', ticketId, from: home })}
          onNewQuestion={() => go({ at: 'new', question: { category: 'other', about: null, label: null } })}
        />
      )}
    </div>
  );
}

interface PanelHeadProps {
  titleId: string;
  title: string;
  /** Null at the first view. */
  onBack: (() => void) | null;
  onClose: () => void;
}

function PanelHead({ titleId, title, onBack, onClose }: PanelHeadProps) {
  return (
    <div className="flex items-center gap-1 border-b border-border px-2 py-1.5">
      {onBack && (
        <IconButton label="Voltar" icon={<ArrowLeft aria-hidden="true" />} tooltip={false} onClick={onBack} />
      )}
      <h2 id={titleId} className="min-w-0 flex-1 truncate px-2 text-h3">
        {title}
      </h2>
      <IconButton
        label="Fechar atendimento"
        icon={<X aria-hidden="true" />}
        tooltip={false}
        onClick={onClose}
      />
    </div>
  );
}

const titles: Record<View['at'], string> = {
  home: 'Atendimento',
  list: 'Suas conversas',
  new: 'Nova pergunta',
  ticket: 'Conversa',
};

/** The list page behind the current view. */
function pageOf(view: View): number {
  if (view.at === 'ticket') return pageOf(view.from);
  return view.at === 'list' ? view.page : 1;
}

/** A request from a page overrides the panel's last view. */
function useView(request: SupportRequest | null): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => viewOf(request));
  const [shown, setShown] = useState(request);
  if (request !== shown) {
    setShown(request);
    if (request) setView(viewOf(request));
  }
  return [view, setView];
}

function viewOf(request: SupportRequest | null): View {
  if (!request) return home;
  if ('ticketId' in request) return { at: 'ticket', ticketId: request.ticketId, from: home };
  return { at: 'new', question: request };
}

/** Prevents the page behind from scrolling on phones. */
function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return undefined;
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    return () => void (style.overflow = '');
  }, [locked]);
}

const focusable =
  'a[href], button:not([disabled]), input:not([hidden]), textarea, select, [tabindex]:not([tabindex="-1"])';

/** Keeps Tab inside the full-screen panel. */
function trapFocus(event: KeyboardEvent, panel: HTMLElement | null): void {
  if (event.key !== 'Tab' || !panel) return;
  const focusables = [...panel.querySelectorAll<HTMLElement>(focusable)];
  const [first, last] = [focusables[0], focusables.at(-1)];
  const index = document.activeElement;
  if (event.shiftKey ? index !== first && index !== panel : index !== last) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
