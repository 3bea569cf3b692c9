import type { BusMessage } from './bus.ts';
import { rawFrame } from './frames.ts';

/** One open connection, as the hub needs it. */
export interface Peer {
  id: string;
  /** The signed-in user (`pusher:signin`). */
  userId: string | null;
  /** The sessions that authorized its subscriptions, each with its person; when one ends, the connection closes. */
  grants: Map<number, string>;
  /** Its subscriptions; for presence channels with the user id. */
  channels: Map<string, { userId: string | null }>;
  send(text: string): void;
  /** Whether one more socket of this authenticated person is within the limits. */
  reserveFor(userId: string): boolean;
  close(code: number, reason: string): void;
}

export type Hub = ReturnType<typeof createHub>;

/** The connections and subscriptions of this process, without network and database access. */
export function createHub() {
  const peers = new Map<string, Peer>();
  const channels = new Map<string, Set<Peer>>();
  /** Channels whose number of sockets changed since the last report. */
  const changed = new Set<string>();

  function add(peer: Peer): void {
    peers.set(peer.id, peer);
  }

  function remove(peer: Peer): void {
    peers.delete(peer.id);
    for (const channel of peer.channels.keys()) drop(peer, channel);
  }

  function subscribe(peer: Peer, channel: string, userId: string | null): void {
    peer.channels.set(channel, { userId });
    const listeners = channels.get(channel) ?? new Set<Peer>();
    channels.set(channel, listeners);
    listeners.add(peer);
    changed.add(channel);
  }

  function unsubscribe(peer: Peer, channel: string): void {
    drop(peer, channel);
    peer.channels.delete(channel);
  }

  function drop(peer: Peer, channel: string): void {
    const listeners = channels.get(channel);
    if (!listeners?.delete(peer)) return;
    changed.add(channel);
    if (listeners.size === 0) channels.delete(channel);
  }

  /** Sends to all subscribers of these channels; each channel's text is encoded once for all of them. */
  function broadcast(message: Pick<BusMessage, 'channels' | 'event' | 'data' | 'except' | 'sender'>): void {
    const { sender } = message;
    const extra = sender === null || sender === undefined ? {} : { user_id: sender };
    for (const channel of message.channels) {
      const listeners = channels.get(channel);
      if (!listeners) continue;
      const text = rawFrame(message.event, message.data, channel, extra);
      for (const peer of listeners) if (peer.id !== message.except) peer.send(text);
    }
  }

  function counts(): Map<string, number> {
    const counted = new Map([...changed].map((channel) => [channel, channels.get(channel)?.size ?? 0]));
    changed.clear();
    return counted;
  }

  return {
    add,
    remove,
    subscribe,
    unsubscribe,
    broadcast,
    counts,
    /** All connections of a person: signed in, authorized for a channel, or present on one. */
    peersOf: (userId: string) =>
      [...peers.values()].filter(
        (peer) =>
          peer.userId === userId ||
          [...peer.grants.values()].includes(userId) ||
          [...peer.channels.values()].some((place) => place.userId === userId),
      ),
    /** All sessions that authorized a subscription. */
    grantingSessions: () => [...new Set([...peers.values()].flatMap((peer) => [...peer.grants.keys()]))],
    peersGrantedBy: (sessions: ReadonlySet<number>) =>
      [...peers.values()].filter((peer) => [...peer.grants.keys()].some((id) => sessions.has(id))),
    has: (id: string) => peers.has(id),
    size: () => peers.size,
    /** Channels with subscribers in this process, with their number. */
    occupied: (prefix: string) =>
      new Map(
        [...channels]
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, { size }]) => [name, size] as const),
      ),
  };
}
