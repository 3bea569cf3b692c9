import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { RefObject } from 'react';
import { converse, emptyConversation, nextToSend } from '#web/ui/conversation/conversation-state.ts';
import type { Conversation, Delivered, Outgoing } from '#web/ui/conversation/conversation-state.ts';
import { currentOwner } from '#web/ui/storage/own-storage.ts';
import { keepInTab, readKept } from './stored-in-tab.ts';

/** How a sending ended. `unreachable`: nothing was heard, so it may have arrived; it is sent again as it is. */
export type SendAnswer<Message> =
  | { kind: 'delivered'; message: Message }
  | { kind: 'refused'; problem: string }
  | { kind: 'unreachable' };

export interface ConversationDoors<Message extends Delivered, Draft> {
  /** Names the conversation in this tab's memory. Mount the user with `key={name}`. */
  name: string;
  /**
   * The messages after a sequence, oldest first, `more` when there are further ones; after null: the newest page,
   * without `more`. Null: not reachable.
   */
  load: (after: number | null) => Promise<{ messages: readonly Message[]; more?: boolean } | null>;
  /** Must be harmless to repeat with the same client id. */
  send: (clientId: string, draft: Draft) => Promise<SendAnswer<Message>>;
}

const firstWaitMs = 2_000;
const longestWaitMs = 30_000;
/** Links to the files of messages work for five minutes (T89). */
const renewLinksEveryMs = 4 * 60_000;

/**
 * A conversation that catches up and sends by itself. Call `catchUp` whenever there may be news (an event of the
 * open line, the tab coming back): calls that overlap become one more look. Messages leave one at a time; without
 * a connection they wait, in this tab also across a reload, and leave when it is back.
 */
export function useConversation<Message extends Delivered, Draft>(doors: ConversationDoors<Message, Draft>) {
  const outbox = `conversa:${doors.name}:saida`;
  const [conversation, dispatch] = useReducer(converse<Message, Draft>, null, () =>
    emptyConversation<Message, Draft>(waitingAgain(readKept<Outgoing<Draft>[]>(outbox))),
  );
  const latest = useLatest({ doors, conversation });

  const catchUp = useSingleFlight(
    useCallback(async () => {
      let { caughtUpTo } = latest.current.conversation;
      for (;;) {
        const page = await latest.current.doors.load(caughtUpTo);
        if (!page) return false;
        caughtUpTo = Math.max(caughtUpTo ?? 0, ...page.messages.map(({ sequence }) => sequence));
        dispatch({ kind: 'caught_up', messages: page.messages, upTo: caughtUpTo });
        if (!page.more) return true;
      }
    }, [latest]),
  );

  const upcoming = nextToSend(conversation);
  useEffect(() => {
    keepInTab(outbox, conversation.outgoing.length > 0 ? conversation.outgoing : null);
  }, [outbox, conversation.outgoing]);
  useSending({ upcoming, latest, dispatch });

  const write = useCallback((draft: Draft, clientId: string = crypto.randomUUID()) => {
    dispatch({ kind: 'written', clientId, draft });
  }, []);
  const retry = useCallback((clientId: string) => dispatch({ kind: 'sending', clientId }), []);
  const drop = useCallback((clientId: string) => dispatch({ kind: 'dropped', clientId }), []);
  const add = useCallback((messages: readonly Message[]) => dispatch({ kind: 'arrived', messages }), []);

  useFreshLinks(latest, add);

  return { conversation, catchUp, write, retry, drop, add };
}

/** Asks again for what is shown, so that its files still open when somebody comes back to it. */
function useFreshLinks<Message extends Delivered, Draft>(
  latest: RefObject<{ doors: ConversationDoors<Message, Draft> }>,
  add: (messages: readonly Message[]) => void,
): void {
  useEffect(() => {
    const renew = async () => {
      for (let after: number | null = null, more = true; more;) {
        const page = await latest.current.doors.load(after);
        if (!page) return;
        add(page.messages);
        after = page.messages.at(-1)?.sequence ?? after;
        more = page.more ?? false;
      }
    };
    const timer = setInterval(() => void renew(), renewLinksEveryMs);
    return () => clearInterval(timer);
  }, [latest, add]);
}

interface Sending<Message extends Delivered, Draft> {
  upcoming: Outgoing<Draft> | null;
  latest: {
    current: { doors: ConversationDoors<Message, Draft>; conversation: Conversation<Message, Draft> };
  };
  dispatch: (event: Parameters<typeof converse<Message, Draft>>[1]) => void;
}

/** Sends the next message until it is delivered or refused, at the browser's word «online» without waiting. */
function useSending<Message extends Delivered, Draft>({
  upcoming,
  latest,
  dispatch,
}: Sending<Message, Draft>): void {
  const clientId = upcoming?.clientId ?? null;
  useEffect(() => {
    const outgoing = nextToSend(latest.current.conversation);
    if (clientId === null || outgoing?.clientId !== clientId) return undefined;
    const { draft } = outgoing;
    const one = clientId;
    let waitMs = firstWaitMs;
    let gone = false;
    let busy = false;
    const owner = currentOwner();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function attempt(): Promise<void> {
      clearTimeout(timer);
      if (busy || gone) return;
      busy = true;
      dispatch({ kind: 'sending', clientId: one });
      // It waits for its writer while somebody else is signed in, or nobody.
      const answer: SendAnswer<Message> =
        currentOwner() === owner ? await latest.current.doors.send(one, draft) : { kind: 'unreachable' };
      busy = false;
      if (answer.kind === 'delivered') dispatch({ kind: 'arrived', messages: [answer.message] });
      else if (answer.kind === 'refused')
        dispatch({ kind: 'refused', clientId: one, problem: answer.problem });
      else {
        dispatch({ kind: 'unreachable', clientId: one });
        if (!gone) timer = setTimeout(() => void attempt(), waitMs);
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    }
    const now = () => void attempt();

    now();
    window.addEventListener('online', now);
    return () => {
      gone = true;
      clearTimeout(timer);
      window.removeEventListener('online', now);
    };
  }, [clientId, latest, dispatch]);
}

/** Calls that come while one is under way become one more call after it. True when the last one succeeded. */
function useSingleFlight(look: () => Promise<boolean>): () => Promise<boolean> {
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
          reached = await look();
        } while (current.again);
        return reached;
      } finally {
        flight.current = null;
      }
    }
    flight.current = current;
    current.running = run();
    return current.running;
  }, [look]);
}

function useLatest<Value>(value: Value): { current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** What was under way when the page went is sent again; its client id keeps it single. */
function waitingAgain<Draft>(kept: Outgoing<Draft>[] | null): Outgoing<Draft>[] {
  return (kept ?? []).map((one) => (one.state === 'failed' ? one : { ...one, state: 'waiting' }));
}
