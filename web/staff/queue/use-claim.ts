import { useCallback, useEffect, useRef, useState } from 'react';
import { releaseItem, claimItem, listClaims } from '#contract/staff/queue-claims.ts';
import type { Claim } from '#contract/staff/queue-claims.ts';
import { claimEvent, claimsChannel } from '#domain/notifications/channels.ts';
import type { ClaimQueue } from '#domain/staff/queue-claims.ts';
import { api } from '#web/api/api.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { writeLatest } from '#web/api/latest-write.ts';
import { trackLatestRead } from '#web/api/latest-read.ts';

/** Well inside the five minutes; and where the open line is down, the names still follow. */
const renewEveryMs = 60_000;
const lookEveryMs = 30_000;

export type Holds = ReadonlyMap<number, Claim>;
const none: Holds = new Map();

/** Which items of a queue somebody of the team has open now. A list that does not arrive keeps what it had. */
export function useHolds(queue: ClaimQueue): { holds: Holds; look: () => Promise<void> } {
  const [holds, setHolds] = useState(none);
  const [turns] = useState(trackLatestRead);
  const look = useCallback(() => {
    const counts = turns();
    return api(listClaims, { params: { queue } }).then(
      ({ items }) => void (counts() && setHolds(new Map(items.map((hold) => [hold.id, hold])))),
      () => undefined,
    );
  }, [queue, turns]);
  useChannel(claimsChannel, {
    [joinedEvent]: () => void look(),
    [claimEvent]: (data) => (data as { queue?: unknown }).queue === queue && void look(),
  });
  useEffect(() => {
    void look();
    const beat = setInterval(() => document.visibilityState === 'visible' && void look(), lookEveryMs);
    return () => clearInterval(beat);
  }, [look]);
  return { holds, look };
}

/** The item's holder where it is a colleague. */
export function colleagueOn(holds: Holds, id: number): string | null {
  const hold = holds.get(id);
  return hold && !hold.mine ? hold.by : null;
}

export interface OpenItem {
  holds: Holds;
  /** Which colleague has it open, or null where it is ours to decide. */
  heldBy: string | null;
  takeOver: () => void;
}

type Held = 'free' | 'claimed' | 'taken';

const aboutItem = (queue: ClaimQueue, id: number) => `análise ${queue} ${id}`;

const send = (queue: ClaimQueue, id: number) => (held: Held) =>
  held === 'free'
    ? api(releaseItem, { params: { queue, id }, keepalive: true })
    : api(claimItem, { params: { queue, id }, body: { takeOver: held === 'taken' }, keepalive: true });

/**
 * Holds the item that is open: claimed at once and whenever it becomes free, renewed while the page is looked at, let
 * go when it is left.
 * @param id null while nothing is open that this person could decide
 * @param stays whether an item that is left was decided and waits to be told: it is held until then
 */
export function useHold(
  queue: ClaimQueue,
  id: number | null,
  stays: (id: number) => boolean = () => false,
): OpenItem {
  const { holds, look } = useHolds(queue);
  const latest = useRef(stays);
  useEffect(() => {
    latest.current = stays;
  });
  const claim = useCallback(
    async (takeOver: boolean) => {
      if (id === null) return;
      await writeLatest<Held>(
        aboutItem(queue, id),
        'free',
        takeOver ? 'taken' : 'claimed',
        send(queue, id),
      ).catch(() => null);
      await look();
    },
    [queue, id, look],
  );
  useEffect(() => {
    if (id === null) return undefined;
    const beat = setInterval(() => document.visibilityState === 'visible' && void claim(false), renewEveryMs);
    const isDone = () => !latest.current(id);
    const onLeave = () => isDone() && void send(queue, id)('free').catch(() => null);
    window.addEventListener('pagehide', onLeave);
    return () => {
      clearInterval(beat);
      window.removeEventListener('pagehide', onLeave);
      // Behind a claim that is still on its way: before it, the item would stay held by who has left it.
      if (isDone())
        void writeLatest<Held>(aboutItem(queue, id), 'claimed', 'free', send(queue, id)).catch(() => null);
    };
  }, [queue, id, claim]);
  const heldBy = id === null ? null : colleagueOn(holds, id);
  useEffect(() => {
    if (heldBy === null) void claim(false);
  }, [heldBy, claim]);
  return { holds, heldBy, takeOver: () => void claim(true) };
}
