/** The fields that every message from the server has. */
export interface DeliveredMessage {
  /** The message's number within the conversation, ascending; messages are shown in this order. */
  sequence: number;
  /** The id given by the sender's browser, which identifies its own copy. Null for system messages. */
  clientId: string | null;
  mine: boolean;
}

/** A message not yet delivered: `waiting` for the connection, or `failed` because the server refused it. */
export interface OutgoingMessage<Draft> {
  clientId: string;
  draft: Draft;
  state: 'sending' | 'waiting' | 'failed';
  /** The reason of the refusal, a text for its author. */
  problem: string | null;
}

/** The browser's state of one conversation. */
export interface Conversation<Message extends DeliveredMessage, Draft> {
  /** Sorted by sequence, without duplicates. */
  messages: readonly Message[];
  /** In the order they were written; shown after all delivered messages. */
  outgoing: readonly OutgoingMessage<Draft>[];
  /** All messages up to this sequence have been loaded; the cursor of the next load. Null before the first list. */
  caughtUpTo: number | null;
}

export type ConversationEvent<Message extends DeliveredMessage, Draft> =
  /** A complete list from the server up to its end: moves the cursor. */
  | { kind: 'caught_up'; messages: readonly Message[]; upTo: number }
  /** Single messages, such as the reply to a send or an older page: the cursor stays. */
  | { kind: 'arrived'; messages: readonly Message[] }
  | { kind: 'written'; clientId: string; draft: Draft }
  | { kind: 'sending'; clientId: string }
  | { kind: 'unreachable'; clientId: string }
  | { kind: 'refused'; clientId: string; problem: string }
  /** The author discards a refused message. */
  | { kind: 'dropped'; clientId: string };

/** The initial state; `outgoing` are messages that an earlier page of this tab could not deliver. */
export function emptyConversation<Message extends DeliveredMessage, Draft>(
  outgoing: readonly OutgoingMessage<Draft>[] = [],
): Conversation<Message, Draft> {
  return { messages: [], outgoing, caughtUpTo: null };
}

/**
 * Reducer of a conversation. Events may come in any order and repeatedly: a message is identified by its sequence, an
 * own one also by its client id, so a message that is in both a reply and a list is shown once.
 */
export function conversationReducer<Message extends DeliveredMessage, Draft>(
  conversation: Conversation<Message, Draft>,
  event: ConversationEvent<Message, Draft>,
): Conversation<Message, Draft> {
  switch (event.kind) {
    case 'caught_up': {
      const merged = merge(conversation, event.messages);
      return { ...merged, caughtUpTo: Math.max(conversation.caughtUpTo ?? 0, event.upTo) };
    }
    case 'arrived':
      return merge(conversation, event.messages);
    case 'written':
      return addOutgoing(conversation, event.clientId, event.draft);
    case 'sending':
      return updateOutgoing(conversation, event.clientId, { state: 'sending', problem: null });
    case 'unreachable':
      return updateOutgoing(conversation, event.clientId, { state: 'waiting', problem: null });
    case 'refused':
      return updateOutgoing(conversation, event.clientId, { state: 'failed', problem: event.problem });
    case 'dropped':
      return {
        ...conversation,
        outgoing: conversation.outgoing.filter(({ clientId }) => clientId !== event.clientId),
      };
  }
}

/** The next message to send: the oldest that was not refused. Sending one at a time keeps the author's order. */
export function nextToSend<Message extends DeliveredMessage, Draft>({
  outgoing,
}: Conversation<Message, Draft>): OutgoingMessage<Draft> | null {
  return outgoing.find(({ state }) => state !== 'failed') ?? null;
}

function merge<Message extends DeliveredMessage, Draft>(
  conversation: Conversation<Message, Draft>,
  arrived: readonly Message[],
): Conversation<Message, Draft> {
  const bySequence = new Map(conversation.messages.map((message) => [message.sequence, message]));
  for (const message of arrived) bySequence.set(message.sequence, message);
  const messages = [...bySequence.values()].toSorted((one, other) => one.sequence - other.sequence);
  const own = new Set(arrived.filter(({ mine }) => mine).map(({ clientId }) => clientId));
  const outgoing = conversation.outgoing.filter(({ clientId }) => !own.has(clientId));
  return { ...conversation, messages, outgoing };
}

function addOutgoing<Message extends DeliveredMessage, Draft>(
  conversation: Conversation<Message, Draft>,
  clientId: string,
  draft: Draft,
): Conversation<Message, Draft> {
  const { messages, outgoing } = conversation;
  if (outgoing.some((one) => one.clientId === clientId)) return conversation;
  if (messages.some((one) => one.mine && one.clientId === clientId)) return conversation;
  return { ...conversation, outgoing: [...outgoing, { clientId, draft, state: 'waiting', problem: null }] };
}

function updateOutgoing<Message extends DeliveredMessage, Draft>(
  conversation: Conversation<Message, Draft>,
  clientId: string,
  news: Pick<OutgoingMessage<Draft>, 'state' | 'problem'>,
): Conversation<Message, Draft> {
  return {
    ...conversation,
    outgoing: conversation.outgoing.map((one) => (one.clientId === clientId ? { ...one, ...news } : one)),
  };
}
