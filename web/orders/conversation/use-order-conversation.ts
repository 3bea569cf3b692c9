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
import type { SendResult } from '#web/ui/conversation/use-conversation.ts';

/** A message that the server has not confirmed yet. */
export interface MessageDraft {
  text: string;
  files: { id: number; name: string }[];
  /** True when the writer was warned about contact data or a secret and sends the message anyway. */
  insist: boolean;
  /** When it was written, by the server's clock. */
  at: string;
}

/** State of the conversation as a whole, from the latest list reply. */
export type ConversationHead = Pick<OrderMessages, 'stage' | 'writableUntil' | 'now'>;

const pollEveryMs = 15_000;

/** The conversation of an order. It polls, and updates at once when the realtime connection is open. */
export function useOrderConversation(hash: string, orderId: number, side: 'buyer' | 'seller') {
  const [head, setHead] = useState<ConversationHead | null>(null);
  const [reachable, setReachable] = useState<boolean | null>(null);
  const [otherReadUpTo, setOtherReadUpTo] = useState(0);
  const [readUpTo, setReadUpTo] = useState<number | null>(null);
  const [hasOlder, setHasOlder] = useState<boolean | null>(null);

  const chat = useConversation<OrderMessage, MessageDraft>({
    name: `pedido-${hash}`,
    load: async (after) => {
      const reply = await fetchMessages(hash, after === null ? {} : { after: String(after) });
      setReachable(reply !== null);
      if (!reply) return null;
      setHead(reply);
      setOtherReadUpTo((current) => Math.max(current, reply.otherReadUpTo));
      setReadUpTo((current) => current ?? reply.readUpTo);
      if (after !== null) return reply;
      setHasOlder((current) => current ?? reply.more);
      return { messages: reply.messages };
    },
    send: (clientId, draft) => sendMessage(hash, clientId, draft),
  });
  const { catchUp, add, conversation } = chat;

  useEffect(() => {
    const catchUpIfVisible = () => void (document.visibilityState === 'visible' && catchUp());
    catchUpIfVisible();
    const timer = setInterval(catchUpIfVisible, pollEveryMs);
    document.addEventListener('visibilitychange', catchUpIfVisible);
    window.addEventListener('online', catchUpIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', catchUpIfVisible);
      window.removeEventListener('online', catchUpIfVisible);
    };
  }, [catchUp]);

  const { typing, receiveTyping, sendTypingWith } = useTyping(side);
  const trigger = useChannel(orderChannel(orderId), {
    [orderMessageEvent]: () => void catchUp(),
    [joinedEvent]: () => void catchUp(),
    [orderReadingEvent]: (data) => {
      const { side: reader, upTo } = data as { side?: unknown; upTo?: unknown };
      if (reader !== side && typeof upTo === 'number') setOtherReadUpTo((current) => Math.max(current, upTo));
    },
    [orderTypingEvent]: receiveTyping,
  });

  async function loadOlder(): Promise<void> {
    const first = conversation.messages[0]?.sequence;
    if (first === undefined) return;
    const reply = await fetchMessages(hash, { before: String(first) });
    if (!reply) return;
    add(reply.messages);
    setHasOlder(reply.more);
  }

  const markRead = useCallback(
    (upTo: number) => {
      api(readOrderMessages, { params: { hash }, body: { upTo }, interactive: false }).catch(() => undefined);
    },
    [hash],
  );

  return {
    ...chat,
    head,
    reachable,
    otherReadUpTo,
    readUpTo,
    typing,
    sendTyping: () => sendTypingWith(trigger),
    loadOlder: hasOlder ? loadOlder : undefined,
    markRead,
  };
}

async function fetchMessages(hash: string, query: { after?: string; before?: string }) {
  try {
    const { items: messages, ...reply } = await api(listOrderMessages, { params: { hash }, query });
    return { ...reply, messages };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Temporary failures are retried under the same client id; other errors refuse the message. */
async function sendMessage(
  hash: string,
  clientId: string,
  { text, files, insist }: MessageDraft,
): Promise<SendResult<OrderMessage>> {
  try {
    const body = { text, fileIds: files.map(({ id }) => id), insist };
    const request = { params: { hash, clientId }, body, asked: false };
    return { kind: 'delivered', message: await api(sendOrderMessage, request) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isUnanswered(error) || error.code === 'too_many_requests') return { kind: 'unreachable' };
    return { kind: 'refused', problem: Object.values(error.fields)[0] ?? error.detail };
  }
}

const typingEveryMs = 2_500;
const typingShownMs = 5_000;

/**
 * Typing hints between the two browsers: they say who types, never what, and are lost without a realtime connection.
 */
function useTyping(side: 'buyer' | 'seller') {
  const [typing, setTyping] = useState(false);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSentAt = useRef(-typingEveryMs);
  useEffect(() => () => clearTimeout(hideTimer.current), []);
  return {
    typing,
    receiveTyping: (data: unknown) => {
      if ((data as { side?: unknown }).side === side) return;
      setTyping(true);
      clearTimeout(hideTimer.current);
      hideTimer.current = setTimeout(() => setTyping(false), typingShownMs);
    },
    sendTypingWith: (trigger: (event: string, data: object) => void) => {
      if (performance.now() - lastSentAt.current < typingEveryMs) return;
      lastSentAt.current = performance.now();
      trigger(orderTypingEvent, { side });
    },
  };
}
