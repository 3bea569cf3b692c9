import type Pusher from 'pusher-js';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLatest } from '#web/ui/page/use-latest.ts';

/**
 * The realtime connection of this page, for components that listen on a channel. Only `live.tsx` loads the library and
 * sets the connection here.
 */
let connection: Pusher | null = null;
const listeners = new Set<() => void>();

export function setConnection(next: Pusher | null): void {
  connection = next;
  for (const listener of listeners) listener();
}

/** Disconnects before signing out: the server closes the connection with the session, and leaving channels would still write to it. */
export function closeConnection(): void {
  connection?.disconnect();
  setConnection(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const joined = new WeakMap<Pusher, Map<string, number>>();

/** Counts the listeners of a channel; `leave` unsubscribes with the last of them. */
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

/** Handlers by event name; `joinedEvent` also comes after every reconnection, so that missed events can be fetched. */
export type ChannelHandlers = Readonly<Record<string, (data: unknown) => void>>;
export const joinedEvent = 'pusher:subscription_succeeded';

/**
 * Listens on a channel while the component is mounted; null listens to nothing. Returns a function that triggers a client
 * event on the channel; without a connection it is dropped.
 */
export function useChannel(
  name: string | null,
  handlers: ChannelHandlers,
): (event: string, data: object) => void {
  const open = useSyncExternalStore(
    subscribe,
    () => connection,
    () => null,
  );
  const latest = useLatest(handlers);
  useEffect(() => {
    if (!open || name === null) return undefined;
    const channel = join(open, name);
    const onEvent = (event: string, data: unknown) => latest.current[event]?.(data);
    channel.bind_global(onEvent);
    if (channel.subscribed) onEvent(joinedEvent, membersOf(channel));
    return () => {
      channel.unbind_global(onEvent);
      leave(open, name);
    };
  }, [latest, open, name]);
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
