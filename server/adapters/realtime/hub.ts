import type { BusMessage } from './bus.ts';
import { rawFrame } from './frames.ts';

/** One open connection, as the hub needs it. */
export interface Peer {
  id: string;
  /** Who signed in on it (`pusher:signin`). */
  userId: string | null;
  /** The sessions by which it was let in anywhere, each with its person; without them all it is let in nowhere. */
  grants: Map<number, string>;
  /** What it is subscribed to; for presence channels, as whom. */
  channels: Map<string, { userId: string | null }>;
  send(text: string): void;
  /** Whether there is room for one more socket of this person, who showed who they are. */
  isWelcome(userId: string): boolean;
  close(code: number, reason: string): void;
}

export type Hub = ReturnType<typeof createHub>;

/** The connections of this process and what they listen to. Knows no network and no database. */
export function createHub() {
  const peers = new Map<string, Peer>();
  const channels = new Map<string, Set<Peer>>();
  /** Channels whose number of sockets changed since it was last told. */
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

  /** Sends to everybody on these channels; the text is made once for each channel, whatever the number of peers. */
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
    const told = new Map([...changed].map((channel) => [channel, channels.get(channel)?.size ?? 0]));
    changed.clear();
    return told;
  }

  return {
    add,
    remove,
    subscribe,
    unsubscribe,
    broadcast,
    counts,
    /** Every connection on which this person is: by signing in, by being let in anywhere, or by being present. */
    peersOf: (userId: string) =>
      [...peers.values()].filter(
        (peer) =>
          peer.userId === userId ||
          [...peer.grants.values()].includes(userId) ||
          [...peer.channels.values()].some((place) => place.userId === userId),
      ),
    /** Every session by which somebody was let in. */
    grantingSessions: () => [...new Set([...peers.values()].flatMap((peer) => [...peer.grants.keys()]))],
    peersGrantedBy: (sessions: ReadonlySet<number>) =>
      [...peers.values()].filter((peer) => [...peer.grants.keys()].some((id) => sessions.has(id))),
    has: (id: string) => peers.has(id),
    size: () => peers.size,
    /** Channels somebody here listens to, with how many. */
    occupied: (prefix: string) =>
      new Map(
        [...channels]
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, { size }]) => [name, size] as const),
      ),
  };
}
