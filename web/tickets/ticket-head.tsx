import { Link } from 'react-router';
import type { Ticket } from '#contract/tickets/tickets.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { pendingText } from './answer-times.ts';
import { ticketStateLabels } from './ticket-labels.ts';

/** A conversation's state, protocol and subject, and when the next answer is due. */
export function TicketHead({ ticket, now }: { ticket: Ticket; now: Date }) {
  const { protocol, state, about, lapsesAt, pending } = ticket;
  const { label, tone } = ticketStateLabels[state];
  return (
    <div className="flex flex-col gap-1 border-b border-border px-4 py-2.5 text-sm text-ink-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge tone={tone} size="sm">
          {label}
        </StatusBadge>
        <span>Protocolo {protocol}</span>
      </p>
      {about &&
        (about.path ? (
          <Link to={about.path} className="truncate text-brand underline-offset-4 hover:underline">
            {about.label}
          </Link>
        ) : (
          <p className="truncate">{about.label}</p>
        ))}
      {pending && <p>{pendingText(pending, now)}</p>}
      {state === 'waiting_user' && lapsesAt && (
        <p>Responda até {formatDateTime(lapsesAt)}, ou a conversa é encerrada.</p>
      )}
      <p className="text-xs text-ink-3">A equipe nunca pede senha nem pagamento fora do site.</p>
    </div>
  );
}
