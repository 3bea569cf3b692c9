import type Pusher from 'pusher-js';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * The open line of this page, for whatever wants to listen on a channel of its own. `live.tsx`, which alone loads the
 * library, lends it here.
 */
let line: Pusher | null = null;
const watchers = new Set<() => void>();

export function lendLine(next: Pusher | null): void {
  line = next;
  for (const watcher of watchers) watcher();
}

/** Before signing out: a line that the server cuts with the session would still be talked to by who leaves its channels. */
export function hangUp(): void {
  line?.disconnect();
  lendLine(null);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

const joined = new WeakMap<Pusher, Map<string, number>>();

/** Several parts of a page may listen to one channel; it is left with the last of them. */
function join(on: Pusher, name: string) {
  const counts = joined.get(on) ?? new Map<string, number>();
  joined.set(on, counts);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return on.subscribe(name);
}

function leave(on: Pusher, name: string): void {
  const counts = joined.get(on);
  const left = (counts?.get(name) ?? 1) - 1;
  if (left > 0) return void counts?.set(name, left);
  counts?.delete(name);
  on.unsubscribe(name);
}

/** What to do at an event, by its name; `joinedEvent` also comes after every reconnection: time to catch up. */
export type LineHandlers = Readonly<Record<string, (data: unknown) => void>>;
export const joinedEvent = 'pusher:subscription_succeeded';

/**
 * Listens on a channel while the caller is on the page; null listens to nothing. Answers with a way to tell the others
 * on the channel something, which is lost without a line.
 */
export function useChannel(
  name: string | null,
  handlers: LineHandlers,
): (event: string, data: object) => void {
  const open = useSyncExternalStore(
    watch,
    () => line,
    () => null,
  );
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (!open || name === null) return undefined;
    const channel = join(open, name);
    const hear = (event: string, data: unknown) => latest.current[event]?.(data);
    channel.bind_global(hear);
    if (channel.subscribed) hear(joinedEvent, membersOf(channel));
    return () => {
      channel.unbind_global(hear);
      leave(open, name);
    };
  }, [open, name]);
  return useCallback(
    (event, data) => {
      if (open && name !== null) open.channel(name)?.trigger(event, data);
    },
    [open, name],
  );
}

function membersOf(channel: object): unknown {
  return 'members' in channel ? channel.members : undefined;
}
