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
  /** Tickets of the current page; null while loading. */
  items: readonly Ticket[] | null;
  /** Count over all pages. */
  total: number;
  page: number;
  /** The staff's usual answer time in milliseconds; null when unknown. */
  usualAnswerMs: number | null;
  /** The team's working hours; null while loading. */
  hours: Found['hours'] | null;
  failed: boolean;
  reload: () => Promise<void>;
}

type Found = Reply<typeof listTickets> & { page: number; requestedPage: number };

/** A page of the user's tickets, reloaded on every update event. */
export function useOwnTickets(page: number): OwnTickets {
  const { user } = useSession();
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  const latestPage = useRef(page);
  const [requests] = useState(trackLatestRead);
  const reload = useCallback(() => {
    const isCurrent = requests();
    return loadNumberedPage(page, ticketsPerPage, (number) =>
      api(listTickets, { query: { page: number } }),
    ).then(
      (reply) => {
        // Ignores a reply for a page that was left meanwhile.
        if (latestPage.current !== page || !isCurrent()) return;
        setFound({ ...reply, requestedPage: page });
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [page, requests]);
  useEffect(() => {
    latestPage.current = page;
    void reload();
  }, [page, reload]);
  useChannel(supportChannel(user.id), {
    [ticketEvent]: () => void reload(),
    [joinedEvent]: () => void reload(),
  });
  return {
    items: found?.requestedPage === page ? found.items : null,
    total: found?.total ?? 0,
    page: found?.page ?? page,
    usualAnswerMs: found?.usualAnswerMs ?? null,
    hours: found?.hours ?? null,
    failed,
    reload,
  };
}
