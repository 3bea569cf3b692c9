import { ArrowLeft, PanelRight } from '#web/ui/icons/icons.tsx';
import { useCallback, useState } from 'react';
import type { ReactElement } from 'react';
import { readDeskTicket } from '#contract/tickets/staff-tickets.ts';
import type { TicketMacro } from '#contract/tickets/macros.ts';
import type { TicketNote } from '#contract/tickets/staff-tickets.ts';
import { api } from '#web/api/api.ts';
import { toListedMessages } from '#web/tickets/listed-messages.tsx';
import { useReadMark } from '#web/tickets/use-read-mark.ts';
import { useTyping } from '#web/tickets/use-typing.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { MessageList, type ListedMessage } from '#web/ui/conversation/message-list.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Loading, RowsSkeleton } from '#web/ui/page/skeleton.tsx';
import { DeskActions, type Colleague } from './desk-actions.tsx';
import { DeskComposer } from './desk-composer.tsx';
import { DeskContext } from './desk-context.tsx';
import { useTicketPresence } from './use-ticket-presence.ts';
import { useDeskTicket } from './use-desk-ticket.ts';

export interface DeskConversationProps {
  ticketId: number;
  colleagues: readonly Colleague[];
  macros: readonly TicketMacro[];
  /** The link «voltar», for screens with one pane. */
  back: ReactElement;
  /** Called after a change that may affect the queues. */
  onChanged: () => void;
}

/** The conversation with its actions, and the customer next to it. Mount with `key={ticketId}`. */
export function DeskConversation({ ticketId, colleagues, macros, back, onChanged }: DeskConversationProps) {
  const { known, problem, ticketConversation } = useDeskTicket(ticketId);
  const { here, writing, announceWriting } = useTicketPresence(ticketId);
  const { typing, sendTyping: sendTypingToUser } = useTyping(known?.userId ?? null, ticketId, 'staff');
  const [context, setContext] = useState(false);
  const [now] = useState(() => new Date());
  const { conversation, write, retry, drop, catchUp } = ticketConversation;
  const firstNew = useReadMark({
    last: conversation.messages.at(-1)?.sequence ?? 0,
    active: known !== null,
    received: conversation.messages.filter(({ side }) => side === 'user').map(({ sequence }) => sequence),
    unread: known?.ticket.unread,
    sendMark: useCallback(
      (sequence: number) =>
        void api(readDeskTicket, { params: { id: ticketId }, body: { sequence }, interactive: false }).catch(
          () => undefined,
        ),
      [ticketId],
    ),
  });
  if (!known)
    return problem ? (
      <LoadProblem problem={problem} back={back} onRetry={() => void catchUp()} />
    ) : (
      <Loading name="a conversa" className="p-4">
        <RowsSkeleton rows={6} />
      </Loading>
    );
  const { ticket, notes, readByOther } = known;
  const ended = ticket.state === 'resolved' || ticket.state === 'closed';
  const messages = toListedMessages(conversation, {
    other: `@${ticket.username}`,
    ownSide: ({ side }) => side === 'staff',
    readByOther,
    retry,
    drop,
  });
  const changed = () => {
    void catchUp();
    onChanged();
  };
  return (
    <div className="grid min-h-0 min-w-0 xl:grid-cols-[minmax(0,1fr)_300px]">
      <section aria-label={`Conversa com @${ticket.username}`} className="flex min-h-0 min-w-0 flex-col">
        <header className="flex items-center gap-1 border-b border-border px-2 py-1.5 md:px-4">
          <BackToList link={back} />
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-ui font-semibold">@{ticket.username}</h2>
            <p className="truncate text-xs text-ink-2">
              {ticket.protocol} · {formatDateTime(ticket.createdAt)}
            </p>
          </div>
          <IconButton
            label="Ver dados da pessoa"
            icon={<PanelRight aria-hidden="true" />}
            className="xl:hidden"
            onClick={() => setContext(true)}
          />
        </header>
        <DeskActions ticket={ticket} colleagues={colleagues} onChanged={changed} />
        <Collision here={here} writing={writing} />
        <MessageList
          label={`Mensagens de @${ticket.username}`}
          messages={withNotes(messages, notes)}
          now={now}
          firstNew={firstNew}
          typing={typing ? `@${ticket.username} está escrevendo…` : null}
          // Leaves room for the floating button of the support panel.
          className="min-h-40 flex-1 max-xl:[&_[data-slot=message-list]]:pb-14"
        />
        <DeskComposer
          ticket={ticket}
          macros={macros}
          onAnswer={write}
          onNoteSaved={changed}
          onType={(note) => {
            announceWriting();
            if (!note) sendTypingToUser();
          }}
        />
      </section>
      <aside
        aria-label="Dados da pessoa"
        className="min-h-0 overflow-y-auto border-l border-border p-4 pb-28 max-xl:hidden"
      >
        <DeskContext ticketId={ticketId} ended={ended} />
      </aside>
      <Sheet title="Dados da pessoa" open={context} onOpenChange={setContext}>
        <DeskContext ticketId={ticketId} ended={ended} />
      </Sheet>
    </div>
  );
}

/** Warns that a colleague is on the same ticket, to prevent two answers. */
function Collision({ here, writing }: { here: readonly string[]; writing: string | null }) {
  const text = writing
    ? `@${writing} está digitando`
    : here.length > 0
      ? `${here.map((name) => `@${name}`).join(', ')} também ${here.length === 1 ? 'está' : 'estão'} nesta conversa`
      : '';
  return (
    <output className="block bg-warning-soft px-4 py-2 text-sm text-on-warning-soft empty:hidden">
      {text}
    </output>
  );
}

/** Notes are inserted where they were written, in a style of their own. */
function withNotes(messages: readonly ListedMessage[], notes: readonly TicketNote[]): ListedMessage[] {
  const left = notes.map((note) => ({ note, listed: listedNote(note) }));
  const shown: ListedMessage[] = [];
  for (const message of messages) {
    const before = typeof message.key === 'number' ? message.key : Infinity;
    while (left.length > 0 && left[0]!.note.afterSequence < before) shown.push(left.shift()!.listed);
    shown.push(message);
  }
  return [...shown, ...left.map(({ listed }) => listed)];
}

function listedNote({ id, author, text, createdAt }: TicketNote): ListedMessage {
  return {
    key: `nota-${id}`,
    at: createdAt,
    from: 'them',
    content: (
      <div
        data-slot="ticket-note"
        className="flex max-w-[min(85%,34rem)] flex-col gap-1 self-end rounded-lg border border-dashed border-border-strong bg-warning-soft px-3.5 py-2.5 text-on-warning-soft"
      >
        <p className="text-xs font-semibold">Nota de @{author} · só a equipe vê</p>
        <p className="text-body wrap-anywhere whitespace-pre-wrap">{text}</p>
      </div>
    ),
  };
}

/** For phones, which show one pane. */
function BackToList({ link }: { link: ReactElement }) {
  return (
    <IconButton
      label="Voltar para a lista"
      icon={<ArrowLeft aria-hidden="true" />}
      link={link}
      tooltip={false}
      className="md:hidden"
    />
  );
}

/** The conversation failed to load: reason, retry, and on phones a link back. */
function LoadProblem({
  problem,
  back,
  onRetry,
}: {
  problem: string;
  back: ReactElement;
  onRetry: () => void;
}) {
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <BackToList link={back} />
      <Banner
        tone="danger"
        title="Não foi possível abrir esta conversa."
        className="w-full"
        action={
          <Button variant="secondary" onClick={onRetry}>
            Tentar de novo
          </Button>
        }
      >
        {problem}
      </Banner>
    </div>
  );
}
