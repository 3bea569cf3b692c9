import { useCallback, useEffect, useRef, useState } from 'react';
import { listOrderMessages, readOrderMessages, sendOrderMessage } from '#contract/orders/conversations.ts';
import type { OrderMessage, OrderMessages } from '#contract/orders/conversations.ts';
import {
  orderChannel,
  orderMessageEvent,
  orderReadingEvent,
  orderTypingEvent,
} from '#domain/notifications/channels.ts';
import { api, ApiError, isUnanswered } from '#web/api/api.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { useConversation } from '#web/ui/conversation/use-conversation.ts';
import type { SendAnswer } from '#web/ui/conversation/use-conversation.ts';

/** What is written and not yet there. */
export interface MessageDraft {
  text: string;
  files: { id: number; name: string }[];
  /** Its writer was told what contact data or a secret in it leads to. */
  insist: boolean;
  /** When it was written, by the market's clock. */
  at: string;
}

/** What the last list said of the conversation as a whole. */
export type ConversationHead = Pick<OrderMessages, 'stage' | 'writableUntil' | 'now'>;

const askEveryMs = 15_000;

/** The conversation of an order: it catches up by itself, with the open line or without. */
export function useOrderConversation(hash: string, orderId: number, side: 'buyer' | 'seller') {
  const [head, setHead] = useState<ConversationHead | null>(null);
  const [reached, setReached] = useState<boolean | null>(null);
  const [otherReadUpTo, setOtherReadUpTo] = useState(0);
  const [readUpTo, setReadUpTo] = useState<number | null>(null);
  const [older, setOlder] = useState<boolean | null>(null);

  const talk = useConversation<OrderMessage, MessageDraft>({
    name: `pedido-${hash}`,
    load: async (after) => {
      const reply = await listed(hash, after === null ? {} : { after: String(after) });
      setReached(reply !== null);
      if (!reply) return null;
      setHead(reply);
      setOtherReadUpTo((known) => Math.max(known, reply.otherReadUpTo));
      setReadUpTo((known) => known ?? reply.readUpTo);
      if (after !== null) return reply;
      setOlder((known) => known ?? reply.more);
      return { messages: reply.messages };
    },
    send: (clientId, draft) => sent(hash, clientId, draft),
  });
  const { catchUp, add, conversation } = talk;

  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && catchUp());
    look();
    const timer = setInterval(look, askEveryMs);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, [catchUp]);

  const { typing, hear, tellWith } = useTyping(side);
  const trigger = useChannel(orderChannel(orderId), {
    [orderMessageEvent]: () => void catchUp(),
    [joinedEvent]: () => void catchUp(),
    [orderReadingEvent]: (data) => {
      const { side: reader, upTo } = data as { side?: unknown; upTo?: unknown };
      if (reader !== side && typeof upTo === 'number') setOtherReadUpTo((known) => Math.max(known, upTo));
    },
    [orderTypingEvent]: hear,
  });

  async function loadOlder(): Promise<void> {
    const first = conversation.messages[0]?.sequence;
    if (first === undefined) return;
    const reply = await listed(hash, { before: String(first) });
    if (!reply) return;
    add(reply.messages);
    setOlder(reply.more);
  }

  const markRead = useCallback(
    (upTo: number) => {
      api(readOrderMessages, { params: { hash }, body: { upTo }, asked: false }).catch(() => undefined);
    },
    [hash],
  );

  return {
    ...talk,
    head,
    reached,
    otherReadUpTo,
    readUpTo,
    typing,
    tellTyping: () => tellWith(trigger),
    loadOlder: older ? loadOlder : undefined,
    markRead,
  };
}

async function listed(hash: string, query: { after?: string; before?: string }) {
  try {
    const { items: messages, ...reply } = await api(listOrderMessages, { params: { hash }, query });
    return { ...reply, messages };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** What the server does not refuse for good is sent again under the same client id. */
async function sent(
  hash: string,
  clientId: string,
  { text, files, insist }: MessageDraft,
): Promise<SendAnswer<OrderMessage>> {
  try {
    const body = { text, fileIds: files.map(({ id }) => id), insist };
    const given = { params: { hash, clientId }, body, asked: false };
    return { kind: 'delivered', message: await api(sendOrderMessage, given) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isUnanswered(error) || error.code === 'too_many_requests') return { kind: 'unreachable' };
    return { kind: 'refused', problem: Object.values(error.fields)[0] ?? error.detail };
  }
}

const typingEveryMs = 2_500;
const typingShownMs = 5_000;

/** A hint between two browsers, lost without a line: who types, never what. */
function useTyping(side: 'buyer' | 'seller') {
  const [typing, setTyping] = useState(false);
  const stop = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(-typingEveryMs);
  useEffect(() => () => clearTimeout(stop.current), []);
  return {
    typing,
    hear: (data: unknown) => {
      if ((data as { side?: unknown }).side === side) return;
      setTyping(true);
      clearTimeout(stop.current);
      stop.current = setTimeout(() => setTyping(false), typingShownMs);
    },
    tellWith: (trigger: (event: string, data: object) => void) => {
      if (performance.now() - told.current < typingEveryMs) return;
      told.current = performance.now();
      trigger(orderTypingEvent, { side });
    },
  };
}
