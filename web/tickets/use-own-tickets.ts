import { useCallback, useEffect, useRef, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { listTickets, ticketsPerPage } from '#contract/tickets/tickets.ts';
import type { Ticket } from '#contract/tickets/tickets.ts';
import { supportChannel, ticketEvent } from '#domain/notifications/channels.ts';
import { api } from '#web/api/api.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { loadNumberedPage } from '#web/navigation/numbered-page.ts';
import { useSession } from '#web/session.tsx';
import { trackLatestRead } from '#web/api/latest-read.ts';

export interface OwnTickets {
  /** Of the page that is shown; null while it loads. */
  items: readonly Ticket[] | null;
  /** Of all pages. */
  total: number;
  page: number;
  /** In how many milliseconds the team usually answers; null while nobody can say. */
  usualAnswerMs: number | null;
  failed: boolean;
  reload: () => Promise<void>;
}

type Found = Reply<typeof listTickets> & { page: number; asked: number };

/** A page of the person's tickets, asked for again at every piece of news. */
export function useOwnTickets(page: number): OwnTickets {
  const { user } = useSession();
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  const wanted = useRef(page);
  const [turns] = useState(trackLatestRead);
  const reload = useCallback(() => {
    const counts = turns();
    return loadNumberedPage(page, ticketsPerPage, (number) =>
      api(listTickets, { query: { page: number } }),
    ).then(
      (reply) => {
        // A page that was left before it came.
        if (wanted.current !== page || !counts()) return;
        setFound({ ...reply, asked: page });
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [page, turns]);
  useEffect(() => {
    wanted.current = page;
    void reload();
  }, [page, reload]);
  useChannel(supportChannel(user.id), {
    [ticketEvent]: () => void reload(),
    [joinedEvent]: () => void reload(),
  });
  return {
    items: found?.asked === page ? found.items : null,
    total: found?.total ?? 0,
    page: found?.page ?? page,
    usualAnswerMs: found?.usualAnswerMs ?? null,
    failed,
    reload,
  };
}
