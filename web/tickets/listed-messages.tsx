import type { TicketFile, TicketMessage } from '#contract/tickets/tickets.ts';
import type { Conversation, OutgoingMessage } from '#web/ui/conversation/conversation-state.ts';
import { MessageBubble, type MessageFile } from '#web/ui/conversation/message-bubble.tsx';
import type { ListedMessage } from '#web/ui/conversation/message-list.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import type { DraftFile } from './ticket-files.ts';

/** A message that the server has not confirmed yet. */
export interface TicketDraft {
  text: string;
  files: DraftFile[];
}

export type TicketChat = Conversation<TicketMessage, TicketDraft>;

export interface MessageContext {
  /** The other side's name: «Atendimento», «@ana». */
  other: string;
  /** Which side's messages are aligned right: one's own, or at the staff's desk those of all staff. */
  ownSide: (message: TicketMessage) => boolean;
  /** Up to which message the other side has read. */
  readByOther: number;
  retry: (clientId: string) => void;
  drop: (clientId: string) => void;
}

/** The conversation's list items: delivered messages, then outgoing ones. */
export function toListedMessages(
  { messages, outgoing }: TicketChat,
  context: MessageContext,
): ListedMessage[] {
  return [
    ...messages.map((message) => deliveredMessage(message, context)),
    ...outgoing.map((message) => outgoingMessage(message, context)),
  ];
}

function deliveredMessage(
  message: TicketMessage,
  { other, ownSide, readByOther }: MessageContext,
): ListedMessage {
  const { sequence, side, author, text, files, createdAt } = message;
  if (side === 'system') return { key: sequence, at: createdAt, from: 'system', content: text };
  const from = ownSide(message) ? 'me' : 'them';
  return {
    key: sequence,
    at: createdAt,
    from,
    content: (
      <MessageBubble
        from={from}
        name={side === 'staff' ? `${author}, da equipe` : other}
        badge={side === 'staff' && !message.mine ? `${author} · equipe` : undefined}
        at={createdAt}
        text={text}
        files={files.map(toMessageFile)}
        state={from === 'me' ? (sequence <= readByOther ? 'read' : 'sent') : undefined}
      />
    ),
  };
}

function outgoingMessage(
  { clientId, draft, state, problem }: OutgoingMessage<TicketDraft>,
  { retry, drop }: MessageContext,
): ListedMessage {
  return {
    key: clientId,
    at: new Date(),
    from: 'me',
    content: (
      <MessageBubble
        from="me"
        name="Você"
        at={new Date()}
        text={draft.text}
        files={draft.files.map(({ id, name }) => ({ id, name, url: null }))}
        state={state}
        problem={problem}
        onRetry={() => retry(clientId)}
        onDrop={() => drop(clientId)}
      />
    ),
  };
}

function toMessageFile({ id, kind, url, bytes }: TicketFile): MessageFile {
  return {
    id,
    name: kind === 'image' ? 'Foto' : 'Documento em PDF',
    url,
    previewUrl: kind === 'image' ? url : null,
    size: `${formatNumber(Math.max(1, Math.round(bytes / 1_024)))} kB`,
  };
}
