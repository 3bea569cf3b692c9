/** What every message of the server has, whatever else the feature shows of it. */
export interface DeliveredMessage {
  /** The server's order within the conversation, rising; the only order that is shown. */
  sequence: number;
  /** What the sender's browser called it, so that its own copy is known again. Null for system lines. */
  clientId: string | null;
  mine: boolean;
}

/** A message on its way: `waiting` for the connection, or `failed` because the server refused it. */
export interface OutgoingMessage<Draft> {
  clientId: string;
  draft: Draft;
  state: 'sending' | 'waiting' | 'failed';
  /** Why it was refused, in words for its writer. */
  problem: string | null;
}

/** One conversation as the browser knows it. */
export interface Conversation<Message extends DeliveredMessage, Draft> {
  /** By sequence, each once. */
  messages: readonly Message[];
  /** As they were written; shown after everything that is delivered. */
  outgoing: readonly OutgoingMessage<Draft>[];
  /** Everything new up to this sequence is known: where catching up begins. Null before the first list. */
  caughtUpTo: number | null;
}

export type ConversationEvent<Message extends DeliveredMessage, Draft> =
  /** The server's list, whole up to its end: moves the cursor. */
  | { kind: 'caught_up'; messages: readonly Message[]; upTo: number }
  /** Single messages, such as the answer to a sending or an older page: the cursor stays. */
  | { kind: 'arrived'; messages: readonly Message[] }
  | { kind: 'written'; clientId: string; draft: Draft }
  | { kind: 'sending'; clientId: string }
  | { kind: 'unreachable'; clientId: string }
  | { kind: 'refused'; clientId: string; problem: string }
  /** The writer gives a refused message up. */
  | { kind: 'dropped'; clientId: string };

/** Nothing known yet; `outgoing` is what an earlier page of this tab could not deliver. */
export function emptyConversation<Message extends DeliveredMessage, Draft>(
  outgoing: readonly OutgoingMessage<Draft>[] = [],
): Conversation<Message, Draft> {
  return { messages: [], outgoing, caughtUpTo: null };
}

/**
 * The conversation after something happened. Safe in any order and any number of times: a message is known by its
 * sequence, an own one also by its client id, so an answer that crosses the list it is in is never shown twice.
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

/** What is to be sent next: the oldest that nobody refused. One at a time keeps the writer's order. */
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
