import { useCallback, useEffect, useRef, useState } from 'react';
import { releaseItem, claimItem, listClaims } from '#contract/staff/queue-claims.ts';
import type { Claim } from '#contract/staff/queue-claims.ts';
import { claimEvent, claimsChannel } from '#domain/notifications/channels.ts';
import type { ClaimQueue } from '#domain/staff/queue-claims.ts';
import { api } from '#web/api/api.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { writeLatest } from '#web/api/latest-write.ts';
import { trackLatestRead } from '#web/api/latest-read.ts';

/** Well below the five minutes after which a claim lapses. */
const renewEveryMs = 60_000;
/** Polling covers the time in which the realtime connection is down. */
const pollEveryMs = 30_000;

/** The claims of a queue by item id. */
export type Claims = ReadonlyMap<number, Claim>;
const noClaims: Claims = new Map();

/** The claims of a queue, refreshed by events and polling. If they fail to load, the previous ones stay. */
export function useClaims(queue: ClaimQueue): { claims: Claims; refresh: () => Promise<void> } {
  const [claims, setClaims] = useState(noClaims);
  const [startRead] = useState(trackLatestRead);
  const refresh = useCallback(() => {
    const isLatest = startRead();
    return api(listClaims, { params: { queue } }).then(
      ({ items }) => void (isLatest() && setClaims(new Map(items.map((claim) => [claim.id, claim])))),
      () => undefined,
    );
  }, [queue, startRead]);
  useChannel(claimsChannel, {
    [joinedEvent]: () => void refresh(),
    [claimEvent]: (data) => (data as { queue?: unknown }).queue === queue && void refresh(),
  });
  useEffect(() => {
    void refresh();
    const poll = setInterval(() => document.visibilityState === 'visible' && void refresh(), pollEveryMs);
    return () => clearInterval(poll);
  }, [refresh]);
  return { claims, refresh };
}

/** Username of the colleague who has claimed the item; null if it is unclaimed or claimed by the user. */
export function claimingColleague(claims: Claims, id: number): string | null {
  const claim = claims.get(id);
  return claim && !claim.mine ? claim.by : null;
}

export interface ItemClaim {
  claims: Claims;
  /** The colleague who has claimed the open item; null if the user may decide it. */
  claimedBy: string | null;
  takeOver: () => void;
}

type ClaimState = 'free' | 'claimed' | 'taken';

const claimKey = (queue: ClaimQueue, id: number) => `análise ${queue} ${id}`;

const send = (queue: ClaimQueue, id: number) => (state: ClaimState) =>
  state === 'free'
    ? api(releaseItem, { params: { queue, id }, keepalive: true })
    : api(claimItem, { params: { queue, id }, body: { takeOver: state === 'taken' }, keepalive: true });

/**
 * Claims the open item as soon as it is free, renews the claim while the page is visible, and releases it when the item
 * is left.
 * @param id null while no item is open that the user may decide
 * @param isUnsent whether the item has a decision that was not sent yet; its claim is not released
 */
export function useClaim(
  queue: ClaimQueue,
  id: number | null,
  isUnsent: (id: number) => boolean = () => false,
): ItemClaim {
  const { claims, refresh } = useClaims(queue);
  const latest = useRef(isUnsent);
  useEffect(() => {
    latest.current = isUnsent;
  });
  const claim = useCallback(
    async (takeOver: boolean) => {
      if (id === null) return;
      await writeLatest<ClaimState>(
        claimKey(queue, id),
        'free',
        takeOver ? 'taken' : 'claimed',
        send(queue, id),
      ).catch(() => null);
      await refresh();
    },
    [queue, id, refresh],
  );
  useEffect(() => {
    if (id === null) return undefined;
    const renewal = setInterval(
      () => document.visibilityState === 'visible' && void claim(false),
      renewEveryMs,
    );
    const isReleasable = () => !latest.current(id);
    const onLeave = () => isReleasable() && void send(queue, id)('free').catch(() => null);
    window.addEventListener('pagehide', onLeave);
    return () => {
      clearInterval(renewal);
      window.removeEventListener('pagehide', onLeave);
      // Queued after a claim that is still in flight; sent before it, the item would stay claimed.
      if (isReleasable())
        void writeLatest<ClaimState>(claimKey(queue, id), 'claimed', 'free', send(queue, id)).catch(
          () => null,
        );
    };
  }, [queue, id, claim]);
  const claimedBy = id === null ? null : claimingColleague(claims, id);
  useEffect(() => {
    if (claimedBy === null) void claim(false);
  }, [claimedBy, claim]);
  return { claims, claimedBy, takeOver: () => void claim(true) };
}
