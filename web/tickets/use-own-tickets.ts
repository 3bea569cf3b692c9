import { useCallback, useEffect, useState } from 'react';
import { listTickets } from '#contract/tickets.ts';
import type { Ticket } from '#contract/tickets.ts';
import { supportChannel, ticketEvent } from '#domain/channels.ts';
import { api } from '#web/api.ts';
import { joinedEvent, useChannel } from '#web/line.ts';
import { useSession } from '#web/session.tsx';

export interface OwnTickets {
  /** Null while they load. */
  items: readonly Ticket[] | null;
  /** In how many milliseconds the team usually answers; null while nobody can say. */
  usualAnswerMs: number | null;
  failed: boolean;
  reload: () => Promise<void>;
}

/** The person's tickets, asked for again at every piece of news. */
export function useOwnTickets(): OwnTickets {
  const { user } = useSession();
  const [items, setItems] = useState<readonly Ticket[] | null>(null);
  const [usualAnswerMs, setUsualAnswerMs] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const reload = useCallback(
    () =>
      api(listTickets).then(
        (reply) => {
          setItems(reply.items);
          setUsualAnswerMs(reply.usualAnswerMs);
          setFailed(false);
        },
        () => setFailed(true),
      ),
    [],
  );
  useEffect(() => void reload(), [reload]);
  useChannel(supportChannel(user.id), {
    [ticketEvent]: () => void reload(),
    [joinedEvent]: () => void reload(),
  });
  return { items, usualAnswerMs, failed, reload };
}
