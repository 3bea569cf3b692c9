import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { RefObject } from 'react';
import {
  conversationReducer,
  emptyConversation,
  nextToSend,
} from '#web/ui/conversation/conversation-state.ts';
import type {
  Conversation,
  DeliveredMessage,
  OutgoingMessage,
} from '#web/ui/conversation/conversation-state.ts';
import { useLatest } from '#web/ui/page/use-latest.ts';
import { currentOwner } from '#web/ui/storage/own-storage.ts';
import { storeInTab, readFromTab } from './stored-in-tab.ts';

/** The result of a send. `unreachable`: there was no reply, so the message may have arrived; it is sent again unchanged. */
export type SendResult<Message> =
  | { kind: 'delivered'; message: Message }
  | { kind: 'refused'; problem: string }
  | { kind: 'unreachable' };

export interface ConversationEndpoints<Message extends DeliveredMessage, Draft> {
  /** Names the conversation in this tab's storage. Mount the component with `key={name}`. */
  name: string;
  /**
   * Loads the messages after a sequence, oldest first, with `more` when there are further ones; after null: the newest
   * page, without `more`. Resolves to null when the server is not reachable.
   */
  load: (after: number | null) => Promise<{ messages: readonly Message[]; more?: boolean } | null>;
  /** Must be harmless to repeat with the same client id. */
  send: (clientId: string, draft: Draft) => Promise<SendResult<Message>>;
}

const firstRetryMs = 2_000;
const maxRetryMs = 30_000;
/** Links to the files of messages work for five minutes (T89). */
const refreshLinksEveryMs = 4 * 60_000;

/**
 * A conversation that loads new messages and sends its own. Call `catchUp` whenever there may be new messages (a realtime
 * event, the tab becoming visible): overlapping calls become one further load. Messages are sent one at a time; without
 * a connection they wait, also across a reload of this tab, and are sent when it is back.
 */
export function useConversation<Message extends DeliveredMessage, Draft>(
  endpoints: ConversationEndpoints<Message, Draft>,
) {
  const outbox = `conversa:${endpoints.name}:saida`;
  const [conversation, dispatch] = useReducer(conversationReducer<Message, Draft>, null, () =>
    emptyConversation<Message, Draft>(resumeOutbox(readFromTab<OutgoingMessage<Draft>[]>(outbox))),
  );
  const latest = useLatest({ endpoints, conversation });

  const catchUp = useSingleFlight(
    useCallback(async () => {
      let { caughtUpTo } = latest.current.conversation;
      for (;;) {
        const page = await latest.current.endpoints.load(caughtUpTo);
        if (!page) return false;
        caughtUpTo = Math.max(caughtUpTo ?? 0, ...page.messages.map(({ sequence }) => sequence));
        dispatch({ kind: 'caught_up', messages: page.messages, upTo: caughtUpTo });
        if (!page.more) return true;
      }
    }, [latest]),
  );

  const next = nextToSend(conversation);
  useEffect(() => {
    storeInTab(outbox, conversation.outgoing.length > 0 ? conversation.outgoing : null);
  }, [outbox, conversation.outgoing]);
  useSending({ next, latest, dispatch });

  const write = useCallback((draft: Draft, clientId: string = crypto.randomUUID()) => {
    dispatch({ kind: 'written', clientId, draft });
  }, []);
  const retry = useCallback((clientId: string) => dispatch({ kind: 'sending', clientId }), []);
  const drop = useCallback((clientId: string) => dispatch({ kind: 'dropped', clientId }), []);
  const add = useCallback((messages: readonly Message[]) => dispatch({ kind: 'arrived', messages }), []);

  useFreshLinks(latest, add);

  return { conversation, catchUp, write, retry, drop, add };
}

/** Reloads the shown messages regularly, because the links to their files expire. */
function useFreshLinks<Message extends DeliveredMessage, Draft>(
  latest: RefObject<{ endpoints: ConversationEndpoints<Message, Draft> }>,
  add: (messages: readonly Message[]) => void,
): void {
  useEffect(() => {
    const refresh = async () => {
      for (let after: number | null = null, more = true; more;) {
        const page = await latest.current.endpoints.load(after);
        if (!page) return;
        add(page.messages);
        after = page.messages.at(-1)?.sequence ?? after;
        more = page.more ?? false;
      }
    };
    const timer = setInterval(() => void refresh(), refreshLinksEveryMs);
    return () => clearInterval(timer);
  }, [latest, add]);
}

interface Sending<Message extends DeliveredMessage, Draft> {
  next: OutgoingMessage<Draft> | null;
  latest: {
    current: { endpoints: ConversationEndpoints<Message, Draft>; conversation: Conversation<Message, Draft> };
  };
  dispatch: (event: Parameters<typeof conversationReducer<Message, Draft>>[1]) => void;
}

/** Sends the next message until it is delivered or refused; the browser's `online` event retries at once. */
function useSending<Message extends DeliveredMessage, Draft>({
  next,
  latest,
  dispatch,
}: Sending<Message, Draft>): void {
  const clientId = next?.clientId ?? null;
  useEffect(() => {
    const outgoing = nextToSend(latest.current.conversation);
    if (clientId === null || outgoing?.clientId !== clientId) return undefined;
    const { draft } = outgoing;
    const id = clientId;
    let waitMs = firstRetryMs;
    let unmounted = false;
    let busy = false;
    const owner = currentOwner();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function attempt(): Promise<void> {
      clearTimeout(timer);
      if (busy || unmounted) return;
      busy = true;
      dispatch({ kind: 'sending', clientId: id });
      // The message waits while its author is not the signed-in person.
      const answer: SendResult<Message> =
        currentOwner() === owner ? await latest.current.endpoints.send(id, draft) : { kind: 'unreachable' };
      busy = false;
      if (answer.kind === 'delivered') dispatch({ kind: 'arrived', messages: [answer.message] });
      else if (answer.kind === 'refused')
        dispatch({ kind: 'refused', clientId: id, problem: answer.problem });
      else {
        dispatch({ kind: 'unreachable', clientId: id });
        if (!unmounted) timer = setTimeout(() => void attempt(), waitMs);
        waitMs = Math.min(waitMs * 2, maxRetryMs);
      }
    }
    const now = () => void attempt();

    now();
    window.addEventListener('online', now);
    return () => {
      unmounted = true;
      clearTimeout(timer);
      window.removeEventListener('online', now);
    };
  }, [clientId, latest, dispatch]);
}

/** Calls made during a running call become one further call after it. Resolves to true when the last one succeeded. */
function useSingleFlight(load: () => Promise<boolean>): () => Promise<boolean> {
  const flight = useRef<{ running: Promise<boolean>; again: boolean } | null>(null);
  return useCallback(() => {
    if (flight.current) {
      flight.current.again = true;
      return flight.current.running;
    }
    const current = { running: Promise.resolve(false), again: false };
    async function run(): Promise<boolean> {
      try {
        let reached: boolean;
        do {
          current.again = false;
          reached = await load();
        } while (current.again);
        return reached;
      } finally {
        flight.current = null;
      }
    }
    flight.current = current;
    current.running = run();
    return current.running;
  }, [load]);
}

/** Messages that were being sent when the page closed are sent again; the client id prevents duplicates. */
function resumeOutbox<Draft>(stored: OutgoingMessage<Draft>[] | null): OutgoingMessage<Draft>[] {
  return (stored ?? []).map((one) => (one.state === 'failed' ? one : { ...one, state: 'waiting' }));
}
