import type { OrderMessage, OrderMessageFile } from '#contract/orders/conversations.ts';
import type { Conversation, OutgoingMessage } from '#web/ui/conversation/conversation-state.ts';
import { MessageBubble, type MessageFile } from '#web/ui/conversation/message-bubble.tsx';
import type { ListedMessage } from '#web/ui/conversation/message-list.tsx';
import { formatBytes, formatTime } from '#web/ui/data/formats.ts';
import { ReportButton } from '#web/community/reports/report-button.tsx';
import type { MessageDraft } from './use-order-conversation.ts';

interface MessageContext {
  /** «@ana» */
  other: string;
  otherReadUpTo: number;
  retry: (clientId: string) => void;
  drop: (clientId: string) => void;
}

/** Delivered messages in the server's order, then outgoing ones. */
export function listedOrderMessages(
  { messages, outgoing }: Conversation<OrderMessage, MessageDraft>,
  context: MessageContext,
): ListedMessage[] {
  return [
    ...messages.map((message) => deliveredMessage(message, context)),
    ...outgoing.map((message) => outgoingMessage(message, context)),
  ];
}

function deliveredMessage(message: OrderMessage, { other, otherReadUpTo }: MessageContext): ListedMessage {
  const { sequence, clientId, mine, text, files, createdAt } = message;
  const from = mine ? 'me' : 'them';
  return {
    // The client id keeps the outgoing copy and the server's copy the same list item.
    key: clientId ?? sequence,
    at: createdAt,
    from,
    content: (
      <MessageBubble
        from={from}
        name={other}
        at={createdAt}
        text={message.handling === 'removed' ? 'Mensagem removida pela equipe.' : text}
        files={files.map(toMessageFile)}
        note={noteOf(message, other)}
        aside={
          mine || message.handling === 'removed' ? undefined : <Report message={message} other={other} />
        }
        state={mine ? (sequence <= otherReadUpTo ? 'read' : 'sent') : undefined}
      />
    ),
  };
}

function noteOf({ mine, handling }: OrderMessage, other: string): string | null {
  if (handling === 'masked')
    return mine
      ? 'Escondemos os dados de contato.'
      : 'Havia dados de contato aqui. Combine tudo por esta conversa.';
  if (handling === 'held') return `A equipe confere antes de mostrar para ${other}.`;
  return handling === 'refused' ? `A equipe não mostrou esta mensagem para ${other}.` : null;
}

/** «Denunciar» under a message of the other side (F14). */
function Report({
  message: { id, text, createdAt, reported },
  other,
}: {
  message: OrderMessage;
  other: string;
}) {
  if (reported) return <span>Você denunciou. A equipe está conferindo.</span>;
  const excerpt = text === '' ? 'com arquivo' : `«${text.slice(0, 60)}»`;
  return (
    <ReportButton
      target="message"
      id={String(id)}
      label={`Denunciar a mensagem ${excerpt} de ${other}, ${formatTime(createdAt)}`}
      small
    >
      Denunciar
    </ReportButton>
  );
}

function outgoingMessage(
  { clientId, draft, state, problem }: OutgoingMessage<MessageDraft>,
  { retry, drop }: MessageContext,
): ListedMessage {
  return {
    key: clientId,
    at: draft.at,
    from: 'me',
    content: (
      <MessageBubble
        from="me"
        name="Você"
        at={draft.at}
        text={draft.text}
        files={draft.files.map((file) => ({ ...file, url: null }))}
        state={state}
        problem={problem}
        onRetry={() => retry(clientId)}
        onDrop={() => drop(clientId)}
      />
    ),
  };
}

export function toMessageFile({ id, kind, name, url, bytes }: OrderMessageFile): MessageFile {
  return { id, name, url, previewUrl: kind === 'image' ? url : null, size: formatBytes(bytes) };
}
