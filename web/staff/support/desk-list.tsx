import { useState } from 'react';
import { Link } from 'react-router';
import type { DeskRow, DeskView } from '#contract/tickets/staff-tickets.ts';
import { ticketCategoryLabels, deskStateLabels } from '#web/tickets/ticket-labels.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatCount, formatRelative } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { DeadlineMark } from './deadline-mark.tsx';

export interface DeskListProps {
  items: readonly DeskRow[];
  chosen: number | null;
  address: (id: number) => string;
  view: DeskView;
}

/** The tickets of a list, the most urgent first. */
export function DeskList({ items, chosen, address, view }: DeskListProps) {
  const [now] = useState(() => Date.now());
  if (items.length === 0)
    return (
      <div className="px-4">
        <EmptyInline>
          {view === 'new' ? 'Nenhuma conversa nesta fila. Bom trabalho.' : 'Nenhuma conversa nesta fila.'}
        </EmptyInline>
      </div>
    );
  return (
    <ul className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 max-xl:pb-16">
      {items.map((row) => (
        <li key={row.id}>
          <Link
            to={address(row.id)}
            preventScrollReset
            aria-current={row.id === chosen ? 'true' : undefined}
            className={cn(
              'flex flex-col gap-1 rounded-md px-3 py-2.5 -outline-offset-2',
              row.id === chosen ? 'bg-brand-soft' : 'hover:bg-surface-2',
            )}
          >
            <DeskListRow row={row} now={now} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function DeskListRow({ row, now }: { row: DeskRow; now: number }) {
  const { username, unread, lastMessageAt, preview, state, category, about, priority, assignee } = row;
  const { label, tone } = deskStateLabels[state];
  return (
    <>
      <span className="flex items-center gap-2 text-ui">
        <span className={cn('min-w-0 flex-1 truncate', unread > 0 && 'font-semibold')}>@{username}</span>
        {unread > 0 && (
          <span className="rounded-full bg-danger px-1.5 text-xs font-semibold text-on-solid tabular-nums">
            <span className="sr-only">{formatCount(unread, 'mensagem nova', 'mensagens novas')}</span>
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          </span>
        )}
        <span className="shrink-0 text-xs text-ink-2">
          {formatRelative(lastMessageAt, Math.max(now, Date.parse(lastMessageAt)))}
        </span>
      </span>
      <span className="line-clamp-2 text-sm text-ink-2">{preview}</span>
      <DeadlineMark due={row.due} />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
        <StatusBadge tone={tone} size="sm">
          {label}
        </StatusBadge>
        {priority === 1 && (
          <StatusBadge tone="danger" size="sm">
            Dinheiro parado
          </StatusBadge>
        )}
        <span className="min-w-0 truncate">{about?.label ?? ticketCategoryLabels[category]}</span>
        {assignee && <span className="ml-auto shrink-0">@{assignee}</span>}
      </span>
    </>
  );
}
