import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { deskViews, type DeskView, type listDesk } from '#contract/tickets/staff-tickets.ts';
import { ticketQueues, type TicketQueue } from '#domain/tickets/tickets.ts';
import { queueLabels } from '#web/tickets/ticket-labels.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatNumber } from '#web/ui/data/formats.ts';
import { DeskRatings } from './desk-ratings.tsx';

export const viewLabels: Record<DeskView, string> = {
  new: 'Novos',
  mine: 'Meus',
  open: 'Aguardando a equipe',
  waiting: 'Aguardando a pessoa',
  done: 'Resolvidos',
};

type Counts = Pick<Reply<typeof listDesk>, 'views' | 'queues' | 'ratings'>;

export interface DeskQueuesProps extends Counts {
  view: DeskView;
  queue: TicketQueue | undefined;
  /** One horizontally scrolling row, for narrow screens. */
  singleRow?: boolean;
  className?: string;
}

/** The desk's lists and the queues they can be filtered by, each with its count. */
export function DeskQueues({
  view,
  queue,
  views,
  queues,
  ratings,
  singleRow = false,
  className,
}: DeskQueuesProps) {
  const counts: Partial<Record<DeskView, number>> = views;
  return (
    <nav
      aria-label="Filas do atendimento"
      className={cn(
        singleRow
          ? 'scroll-row flex shrink-0 gap-1 border-b border-border py-2 pl-2 fade-end'
          : 'flex min-h-0 flex-col gap-4 overflow-y-auto border-r border-border p-3',
        className,
      )}
    >
      <ul className={cn('flex gap-0.5', !singleRow && 'flex-col')}>
        {deskViews.map((each) => (
          <li key={each}>
            <QueueLink here={each === view} to={addressOf(each, queue)} count={counts[each]}>
              {viewLabels[each]}
            </QueueLink>
          </li>
        ))}
      </ul>
      <ul className={cn('flex gap-0.5', !singleRow && 'flex-col')}>
        {!singleRow && <li className="px-3 pb-1 text-xs font-semibold text-ink-3">Setores</li>}
        {ticketQueues.map((each) => (
          <li key={each}>
            <QueueLink
              here={each === queue}
              to={addressOf(view, each === queue ? undefined : each)}
              count={queues[each]}
            >
              {queueLabels[each]}
            </QueueLink>
          </li>
        ))}
      </ul>
      {!singleRow && <DeskRatings ratings={ratings} className="mt-auto flex flex-col gap-1 px-3 pb-1" />}
    </nav>
  );
}

function addressOf(view: DeskView, queue: TicketQueue | undefined): string {
  const query = new URLSearchParams();
  if (view !== 'new') query.set('fila', view);
  if (queue) query.set('setor', queue);
  return `?${query}`;
}

function QueueLink({
  here,
  to,
  count,
  children,
}: {
  here: boolean;
  to: string;
  count: number | undefined;
  children: string;
}) {
  return (
    <Link
      to={to}
      aria-current={here ? 'true' : undefined}
      className={cn(
        'flex min-h-11 items-center gap-2 rounded-md px-3 text-ui whitespace-nowrap -outline-offset-2',
        here
          ? 'bg-brand-soft font-semibold text-on-brand-soft'
          : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
      )}
    >
      <span className="flex-1">{children}</span>
      {count !== undefined && count > 0 && (
        <span className="text-sm text-ink-3 tabular-nums">{formatNumber(count)}</span>
      )}
    </Link>
  );
}
