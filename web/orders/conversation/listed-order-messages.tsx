import type { OrderMessage, OrderMessageFile } from '#contract/orders/conversations.ts';
import type { Conversation, Outgoing } from '#web/ui/conversation/conversation-state.ts';
import { MessageBubble, type MessageFile } from '#web/ui/conversation/message-bubble.tsx';
import type { ListedMessage } from '#web/ui/conversation/message-list.tsx';
import { formatBytes, formatTime } from '#web/ui/data/formats.ts';
import { ReportButton } from '#web/community/reports/report-button.tsx';
import type { MessageDraft } from './use-order-conversation.ts';

interface Told {
  /** «@ana» */
  other: string;
  otherReadUpTo: number;
  retry: (clientId: string) => void;
  drop: (clientId: string) => void;
}

/** What is delivered in the server's order, then what is on its way. */
export function listedOrderMessages(
  { messages, outgoing }: Conversation<OrderMessage, MessageDraft>,
  told: Told,
): ListedMessage[] {
  return [
    ...messages.map((message) => delivered(message, told)),
    ...outgoing.map((message) => onItsWay(message, told)),
  ];
}

function delivered(message: OrderMessage, { other, otherReadUpTo }: Told): ListedMessage {
  const { sequence, clientId, mine, text, files, createdAt } = message;
  const from = mine ? 'me' : 'them';
  return {
    // The own copy turns into the server's in place.
    key: clientId ?? sequence,
    at: createdAt,
    from,
    content: (
      <MessageBubble
        from={from}
        name={other}
        at={createdAt}
        text={message.handling === 'removed' ? 'Mensagem removida pela equipe.' : text}
        files={files.map(shownFile)}
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
    return mine ? 'Escondemos os dados de contato.' : 'Havia dados de contato aqui. Combine tudo na praça.';
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
  const words = text === '' ? 'com arquivo' : `«${text.slice(0, 60)}»`;
  return (
    <ReportButton
      target="message"
      id={String(id)}
      label={`Denunciar a mensagem ${words} de ${other}, ${formatTime(createdAt)}`}
      small
    >
      Denunciar
    </ReportButton>
  );
}

function onItsWay(
  { clientId, draft, state, problem }: Outgoing<MessageDraft>,
  { retry, drop }: Told,
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

export function shownFile({ id, kind, name, url, bytes }: OrderMessageFile): MessageFile {
  return { id, name, url, previewUrl: kind === 'image' ? url : null, size: formatBytes(bytes) };
}
