import { useState } from 'react';
import { ticketsPerPage } from '#contract/tickets/tickets.ts';
import type { Ticket } from '#contract/tickets/tickets.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatCount, formatRelative } from '#web/ui/data/formats.ts';
import { Pagination } from '#web/ui/page/pagination.tsx';
import { Loading, RowsSkeleton } from '#web/ui/page/skeleton.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { ticketCategoryLabels, ticketStateLabels } from './ticket-labels.ts';
import type { OwnTickets } from './use-own-tickets.ts';

export interface TicketListProps {
  tickets: OwnTickets;
  onOpen: (ticketId: number) => void;
  /** Shows at most this many, without pagination. */
  limit?: number;
  onPage?: (page: number) => void;
  className?: string;
}

/** The user's conversations: open ones first, unread ones in bold. */
export function TicketList({
  tickets: { items, total, page, failed, reload },
  onOpen,
  limit,
  onPage,
  className,
}: TicketListProps) {
  const [now] = useState(() => Date.now());
  if (failed && items === null)
    return (
      <div className={className}>
        <EmptyInline
          action={
            <Button variant="quiet" onClick={() => void reload()}>
              Tentar de novo
            </Button>
          }
        >
          Não conseguimos carregar suas conversas. Confira sua conexão e tente de novo.
        </EmptyInline>
      </div>
    );
  if (items === null)
    return (
      <Loading name="suas conversas" className={className}>
        <RowsSkeleton rows={3} />
      </Loading>
    );
  if (items.length === 0)
    return (
      <div className={className}>
        <EmptyInline>Nenhuma conversa ainda. Escolha um assunto para começar.</EmptyInline>
      </div>
    );
  return (
    <div className={className}>
      <ul className="flex flex-col gap-1">
        {items.slice(0, limit).map((ticket) => (
          <li key={ticket.id}>
            <TicketRow ticket={ticket} now={now} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {onPage && (
        <Pagination
          page={page}
          pages={Math.ceil(total / ticketsPerPage)}
          linkTo={pageButton(onPage)}
          className="mt-2"
        />
      )}
    </div>
  );
}

/** The panel has no address, so its pages are changed by buttons. */
function pageButton(onPage: (page: number) => void) {
  return (page: number) => (
    <button type="button" onClick={() => onPage(page)}>
      {page}
    </button>
  );
}

function TicketRow({
  ticket,
  now,
  onOpen,
}: {
  ticket: Ticket;
  now: number;
  onOpen: (ticketId: number) => void;
}) {
  const { id, state, category, about, preview, unread, lastMessageAt } = ticket;
  const { label, tone } = ticketStateLabels[state];
  return (
    <button
      type="button"
      onClick={() => onOpen(id)}
      className="flex w-full flex-col gap-1 rounded-md px-3 py-2.5 text-left -outline-offset-2 hover:bg-surface-2"
    >
      <span className="flex w-full items-center gap-2">
        <span className={cn('min-w-0 flex-1 truncate text-ui', unread > 0 && 'font-semibold')}>
          {about?.label ?? ticketCategoryLabels[category]}
        </span>
        <StatusBadge tone={tone} size="sm">
          {label}
        </StatusBadge>
      </span>
      <span className="flex w-full items-center gap-2 text-sm text-ink-2">
        <span className="min-w-0 flex-1 truncate">{preview}</span>
        {unread > 0 && (
          <span className="rounded-full bg-danger px-1.5 text-xs font-semibold text-on-solid tabular-nums">
            <span className="sr-only">{formatCount(unread, 'mensagem nova', 'mensagens novas')}</span>
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          </span>
        )}
        <span className="shrink-0 text-xs text-ink-3">
          {formatRelative(lastMessageAt, Math.max(now, Date.parse(lastMessageAt)))}
        </span>
      </span>
    </button>
  );
}
