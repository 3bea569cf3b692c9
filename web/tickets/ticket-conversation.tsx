import { useCallback, useEffect, useState } from 'react';
import {
  confirmTicket,
  getTicket,
  readTicket,
  reopenTicket,
  sendTicketMessage,
} from '#contract/tickets/tickets.ts';
import type { Ticket, TicketMessage } from '#contract/tickets/tickets.ts';
import { supportChannel, ticketEvent } from '#domain/notifications/channels.ts';
import { ticketLimits } from '#domain/tickets/tickets.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Composer } from '#web/ui/conversation/composer.tsx';
import { MessageList } from '#web/ui/conversation/message-list.tsx';
import { useConversation } from '#web/ui/conversation/use-conversation.ts';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Loading, RowsSkeleton } from '#web/ui/page/skeleton.tsx';
import { useOnline } from '#web/ui/page/use-online.ts';
import { toListedMessages } from './listed-messages.tsx';
import type { TicketDraft } from './listed-messages.tsx';
import { sendAnswer } from './send-answer.ts';
import { useTicketFiles } from './ticket-files.ts';
import { TicketHead } from './ticket-head.tsx';
import { TicketRating } from './ticket-rating.tsx';
import { useReadMark } from './use-read-mark.ts';
import { useTyping } from './use-typing.ts';

export interface TicketConversationProps {
  ticketId: number;
  /** A hidden panel marks nothing as read. */
  visible: boolean;
  onOpen: (ticketId: number) => void;
  onNewQuestion: () => void;
}

/** One conversation with the staff. Mount it with `key={ticketId}`. */
export function TicketConversation({ ticketId, visible, onOpen, onNewQuestion }: TicketConversationProps) {
  const { user } = useSession();
  const [now] = useState(() => new Date());
  const { ticket, setTicket, readByOther, notFound, reachable, chat } = useTicket(ticketId);
  const { conversation, write, retry, drop } = chat;
  const { typing, sendTyping } = useTyping(user.id, ticketId, 'user');
  const last = conversation.messages.at(-1)?.sequence ?? 0;
  const firstNew = useReadMark({
    last,
    active: visible,
    received: conversation.messages.filter(({ side }) => side !== 'user').map(({ sequence }) => sequence),
    unread: ticket?.unread,
    sendMark: useCallback(
      (sequence) =>
        void api(readTicket, { params: { id: ticketId }, body: { sequence }, interactive: false }).catch(
          () => undefined,
        ),
      [ticketId],
    ),
  });

  if (notFound) return <p className="p-4 text-body text-ink-2">Esta conversa não está nesta conta.</p>;
  if (!ticket)
    return reachable === false ? (
      <div className="p-4">
        <EmptyInline
          action={
            <Button variant="quiet" onClick={() => void chat.catchUp()}>
              Tentar de novo
            </Button>
          }
        >
          Não conseguimos carregar a conversa. Confira sua conexão e tente de novo.
        </EmptyInline>
      </div>
    ) : (
      <Loading name="a conversa" className="p-4">
        <RowsSkeleton rows={4} />
      </Loading>
    );
  return (
    <>
      <TicketHead ticket={ticket} now={now} />
      <MessageList
        label="Conversa com o atendimento"
        messages={toListedMessages(conversation, {
          other: 'Atendimento',
          ownSide: ({ mine }) => mine,
          readByOther,
          retry,
          drop,
        })}
        now={now}
        firstNew={firstNew}
        typing={typing ? 'O atendimento está escrevendo…' : null}
        className="flex-1"
      />
      <Offline />
      {ticket.state === 'closed' ? (
        <Ended ticket={ticket} onChanged={setTicket} onOpen={onOpen} onNewQuestion={onNewQuestion} />
      ) : (
        <>
          {ticket.state === 'resolved' && (
            <div className="flex max-h-1/2 shrink-0 flex-col gap-3 overflow-y-auto border-t border-border p-4">
              <ConfirmResolved ticket={ticket} onAnswered={setTicket} />
              <TicketRating ticket={ticket} onRated={setTicket} />
            </div>
          )}
          <Writer ticketId={ticketId} onWrite={write} onType={sendTyping} />
        </>
      )}
    </>
  );
}

function useTicket(ticketId: number) {
  const { user } = useSession();
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const [readByOther, setReadByOther] = useState(0);
  const [notFound, setNotFound] = useState(false);
  const [reachable, setReachable] = useState<boolean | null>(null);
  const chat = useConversation<TicketMessage, TicketDraft>({
    name: `atendimento-${ticketId}`,
    load: async (after) => {
      try {
        const reply = await api(getTicket, {
          params: { id: ticketId },
          query: { after: String(after ?? 0) },
        });
        setTicket(reply.ticket);
        setReadByOther(reply.readByOther);
        setReachable(true);
        return reply;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') setNotFound(true);
        setReachable(false);
        return null;
      }
    },
    send: (clientId, { text, files }) =>
      sendAnswer(
        api(sendTicketMessage, {
          params: { id: ticketId, clientId },
          body: { text, files: files.map(({ id }) => id) },
          interactive: false,
        }),
      ),
  });
  const { catchUp } = chat;
  useEffect(() => {
    const catchUpIfVisible = () => void (document.visibilityState === 'visible' && catchUp());
    catchUpIfVisible();
    document.addEventListener('visibilitychange', catchUpIfVisible);
    window.addEventListener('online', catchUpIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', catchUpIfVisible);
      window.removeEventListener('online', catchUpIfVisible);
    };
  }, [catchUp]);
  useChannel(supportChannel(user.id), {
    [ticketEvent]: (data) => {
      if ((data as { id?: unknown }).id === ticketId) void catchUp();
    },
    [joinedEvent]: () => void catchUp(),
  });
  return { ticket, setTicket, readByOther, notFound, reachable, chat };
}

/** Actions on a closed ticket. */
function Ended({
  ticket,
  onChanged,
  onOpen,
  onNewQuestion,
}: Pick<TicketConversationProps, 'onOpen' | 'onNewQuestion'> & {
  ticket: Ticket;
  onChanged: (ticket: Ticket) => void;
}) {
  const { mergedInto } = ticket;
  return (
    <div className="flex max-h-3/5 shrink-0 flex-col gap-3 overflow-y-auto border-t border-border p-4">
      <p className="text-sm text-ink-2">
        {mergedInto
          ? `Este assunto continua no protocolo ${mergedInto.protocol}.`
          : 'Este atendimento foi encerrado.'}
      </p>
      <TicketRating ticket={ticket} onRated={onChanged} />
      {mergedInto ? (
        <Button onClick={() => onOpen(mergedInto.id)}>Abrir conversa</Button>
      ) : (
        <Button onClick={onNewQuestion}>Fazer outra pergunta</Button>
      )}
    </div>
  );
}

function Writer({
  ticketId,
  onWrite,
  onType,
}: {
  ticketId: number;
  onWrite: (draft: TicketDraft) => void;
  onType: () => void;
}) {
  const [text, setText] = useDraft(`atendimento-${ticketId}`);
  const files = useTicketFiles();
  return (
    <Composer
      label="Mensagem para o atendimento"
      text={text}
      limit={maxOf(ticketLimits.text)}
      attachments={files.composer}
      onText={(next) => {
        setText(next);
        if (next !== '') onType();
      }}
      onSend={(trimmed) => {
        onWrite({ text: trimmed, files: files.take() });
        setText('');
      }}
    />
  );
}

/** The server's answer sets the state, also after a refusal. */
function ConfirmResolved({ ticket, onAnswered }: { ticket: Ticket; onAnswered: (ticket: Ticket) => void }) {
  const [pending, setPending] = useState<'yes' | 'no' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const once = useIdempotentAction();
  function send(answer: 'yes' | 'no'): void {
    setPending(answer);
    setProblem(null);
    once(answer, (idempotencyKey) =>
      api(answer === 'yes' ? confirmTicket : reopenTicket, { params: { id: ticket.id }, idempotencyKey }),
    )
      .then(onAnswered, (error: unknown) => setProblem((error as ApiError).detail))
      .finally(() => setPending(null));
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">Este atendimento foi resolvido. Ele resolveu seu caso?</p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <p className="flex gap-2">
        <Button variant="secondary" size="sm" loading={pending === 'yes'} onClick={() => send('yes')}>
          Sim, encerrar
        </Button>
        <Button variant="quiet" size="sm" loading={pending === 'no'} onClick={() => send('no')}>
          Não, reabrir
        </Button>
      </p>
    </div>
  );
}

function Offline() {
  if (useOnline()) return null;
  return (
    <output className="block bg-warning-soft px-4 py-2 text-sm text-on-warning-soft">
      Sem conexão. Sua mensagem sai quando a internet voltar.
    </output>
  );
}
