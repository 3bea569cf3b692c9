import { Check, UserPlus } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { assignTicket, moveTicket, resolveTicket } from '#contract/tickets/staff-tickets.ts';
import type { listColleagues } from '#contract/tickets/staff-tickets.ts';
import { ticketCategories, ticketResolutions, type TicketCategory } from '#domain/tickets/tickets.ts';
import { api, ApiError, newIdempotencyKey } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { ticketCategoryLabels, deskStateLabels, resolutionLabels } from '#web/tickets/ticket-labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { Rating } from '#web/ui/cards/rating.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useShortcuts } from '#web/staff/shell/use-shortcuts.ts';
import { DeadlineMark } from './deadline-mark.tsx';
import type { DeskTicket } from './use-desk-ticket.ts';

export type Colleague = Reply<typeof listColleagues>['items'][number];
type Reason = Exclude<(typeof ticketResolutions)[number], 'no_reply'>;

const reasons = ticketResolutions.filter((each): each is Reason => each !== 'no_reply');

export interface DeskActionsProps {
  ticket: DeskTicket;
  colleagues: readonly Colleague[];
  onChanged: () => void;
}

/** Assignee, category and resolution of the ticket. */
export function DeskActions({ ticket, colleagues, onChanged }: DeskActionsProps) {
  const { id, state, assignee, category, resolution, lapsesAt } = ticket;
  const { user } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const [resolving, setResolving] = useState(false);
  const ended = state === 'resolved' || state === 'closed';

  async function act(work: Promise<unknown>): Promise<void> {
    setProblem(null);
    await work.then(onChanged, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setProblem(Object.values(error.fields)[0] ?? error.detail);
      onChanged();
    });
  }
  const assign = (username: string | null) =>
    void act(api(assignTicket, { params: { id }, body: { username } }));
  useShortcuts({ e: () => !ended && setResolving(true) });
  return (
    <div className="flex flex-col gap-2 border-b border-border px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge tone={deskStateLabels[state].tone}>{deskStateLabels[state].label}</StatusBadge>
        {!ended && (
          <>
            <Assignment assignee={assignee} own={user.username} colleagues={colleagues} onAssign={assign} />
            <Select
              aria-label="Assunto"
              value={category}
              options={ticketCategories.map((value) => ({ value, label: ticketCategoryLabels[value] }))}
              onValueChange={(value) =>
                void act(api(moveTicket, { params: { id }, body: { category: value as TicketCategory } }))
              }
              className="w-44"
            />
            <Resolution
              key={resolving ? 'aberto' : 'fechado'}
              startsOpen={resolving}
              onResolve={(reason) => {
                setResolving(false);
                return act(
                  api(resolveTicket, {
                    params: { id },
                    body: { reason },
                    idempotencyKey: newIdempotencyKey(),
                  }),
                );
              }}
            />
          </>
        )}
        {resolution && <span className="text-sm text-ink-2">{resolutionLabels[resolution]}</span>}
      </div>
      <DeadlineMark due={ticket.due} />
      {ticket.returned && (
        <p className="text-sm text-ink-2">
          Voltou para a fila em {formatDateTime(ticket.returned.at)}: @{ticket.returned.username} ficou sem
          responder.
        </p>
      )}
      {ticket.mergedInto && (
        <p className="text-sm text-ink-2">
          Continua no{' '}
          <Link
            to={`?fila=open&id=${ticket.mergedInto.id}`}
            className="text-brand underline-offset-4 hover:underline"
          >
            {ticket.mergedInto.protocol}
          </Link>
        </p>
      )}
      {ticket.rating && <GivenRating {...ticket.rating} />}
      {lapsesAt && (
        <p className="text-sm text-ink-2">
          Sem resposta da pessoa, é encerrado automaticamente em {formatDateTime(lapsesAt)}.
        </p>
      )}
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The customer's rating, with their comment if any. */
function GivenRating({ score, comment, ratedAt }: NonNullable<DeskTicket['rating']>) {
  return (
    <div className="flex flex-col gap-0.5 text-sm text-ink-2">
      <p className="flex flex-wrap items-center gap-x-2">
        Nota da pessoa: <Rating average={score} className="text-sm text-ink" /> em {formatDateTime(ratedAt)}
      </p>
      {comment !== '' && <p className="line-clamp-3 wrap-anywhere">«{comment}»</p>}
    </div>
  );
}

function Assignment({
  assignee,
  own,
  colleagues,
  onAssign,
}: {
  assignee: string | null;
  own: string;
  colleagues: readonly Colleague[];
  onAssign: (username: string | null) => void;
}) {
  if (assignee === null)
    return (
      <Button
        variant="secondary"
        size="sm"
        icon={<UserPlus aria-hidden="true" />}
        onClick={() => onAssign(own)}
      >
        Assumir
      </Button>
    );
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="secondary" size="sm">
          {assignee === own ? 'Com você' : `Com @${assignee}`}
        </Button>
      }
    >
      {colleagues
        .filter(({ username }) => username !== assignee)
        .slice(0, 7)
        .map(({ username, open }) => (
          <MenuItem key={username} onSelect={() => onAssign(username)}>
            {username === own ? 'Assumir' : `Passar para @${username}`} ·{' '}
            {formatCount(open, 'aberto', 'abertos')}
          </MenuItem>
        ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onAssign(null)}>Devolver para a fila</MenuItem>
    </Menu>
  );
}

function Resolution({
  startsOpen,
  onResolve,
}: {
  startsOpen: boolean;
  onResolve: (reason: Reason) => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Menu
      startsOpen={startsOpen}
      trigger={
        <Button variant="secondary" size="sm" loading={busy} icon={<Check aria-hidden="true" />}>
          Resolver
        </Button>
      }
    >
      {reasons.map((reason) => (
        <MenuItem
          key={reason}
          onSelect={() => {
            setBusy(true);
            void onResolve(reason).finally(() => setBusy(false));
          }}
        >
          {resolutionLabels[reason]}
        </MenuItem>
      ))}
    </Menu>
  );
}
