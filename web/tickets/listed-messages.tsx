import type { TicketFile, TicketMessage } from '#contract/tickets/tickets.ts';
import type { Conversation, OutgoingMessage } from '#web/ui/conversation/conversation-state.ts';
import { MessageBubble, type MessageFile } from '#web/ui/conversation/message-bubble.tsx';
import type { ListedMessage } from '#web/ui/conversation/message-list.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import type { DraftFile } from './ticket-files.ts';

/** What is written and not yet there. */
export interface TicketDraft {
  text: string;
  files: DraftFile[];
}

export type TicketTalk = Conversation<TicketMessage, TicketDraft>;

export interface Told {
  /** The other side's name: «Atendimento», «@ana». */
  other: string;
  /** Whose messages stand at the right: one's own, or at the desk the whole team's. */
  ours: (message: TicketMessage) => boolean;
  /** Up to which message the other side has read. */
  readByOther: number;
  retry: (clientId: string) => void;
  drop: (clientId: string) => void;
}

/** A conversation as the list shows it: what is delivered, then what is on its way. */
export function listedMessages({ messages, outgoing }: TicketTalk, told: Told): ListedMessage[] {
  return [
    ...messages.map((message) => delivered(message, told)),
    ...outgoing.map((message) => onItsWay(message, told)),
  ];
}

function delivered(message: TicketMessage, { other, ours, readByOther }: Told): ListedMessage {
  const { sequence, side, author, text, files, createdAt } = message;
  if (side === 'system') return { key: sequence, at: createdAt, from: 'system', content: text };
  const from = ours(message) ? 'me' : 'them';
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
        files={files.map(shownFile)}
        state={from === 'me' ? (sequence <= readByOther ? 'read' : 'sent') : undefined}
      />
    ),
  };
}

function onItsWay(
  { clientId, draft, state, problem }: OutgoingMessage<TicketDraft>,
  { retry, drop }: Told,
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

function shownFile({ id, kind, url, bytes }: TicketFile): MessageFile {
  return {
    id,
    name: kind === 'image' ? 'Foto' : 'Documento em PDF',
    url,
    previewUrl: kind === 'image' ? url : null,
    size: `${formatNumber(Math.max(1, Math.round(bytes / 1_024)))} kB`,
  };
}
