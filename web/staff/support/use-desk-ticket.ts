import { useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { answerTicket, getDeskTicket } from '#contract/tickets/staff-tickets.ts';
import type { TicketNote } from '#contract/tickets/staff-tickets.ts';
import type { TicketMessage } from '#contract/tickets/tickets.ts';
import { supportDeskChannel, ticketEvent } from '#domain/notifications/channels.ts';
import { api, ApiError } from '#web/api/api.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { sendAnswer } from '#web/tickets/send-answer.ts';
import type { TicketDraft } from '#web/tickets/listed-messages.tsx';
import { useConversation } from '#web/ui/conversation/use-conversation.ts';

export type DeskTicket = Reply<typeof getDeskTicket>['ticket'];

/** A staff answer that the server has not confirmed yet. */
export interface DeskDraft extends TicketDraft {
  waitsForUser: boolean;
}

interface Known {
  ticket: DeskTicket;
  userId: number;
  readByOther: number;
  notes: readonly TicketNote[];
}

/** A ticket at the desk, updated by the realtime connection. */
export function useDeskTicket(ticketId: number) {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ticketConversation = useConversation<TicketMessage, DeskDraft>({
    name: `mesa-${ticketId}`,
    load: async (after) => {
      try {
        const { messages, more, ...rest } = await api(getDeskTicket, {
          params: { id: ticketId },
          query: { after: String(after ?? 0) },
        });
        setKnown(rest);
        setProblem(null);
        return { messages, more };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.detail);
        return null;
      }
    },
    send: (clientId, { text, files, waitsForUser }) =>
      sendAnswer(
        api(answerTicket, {
          params: { id: ticketId, clientId },
          body: { text, files: files.map(({ id }) => id), waitsForUser },
          interactive: false,
        }),
      ),
  });
  const { catchUp } = ticketConversation;
  useEffect(() => {
    const refresh = () => void (document.visibilityState === 'visible' && catchUp());
    refresh();
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('online', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', refresh);
    };
  }, [catchUp]);
  useChannel(supportDeskChannel, {
    [ticketEvent]: (data) => {
      if ((data as { id?: unknown }).id === ticketId) void catchUp();
    },
    [joinedEvent]: () => void catchUp(),
  });
  return { known, problem, ticketConversation };
}
