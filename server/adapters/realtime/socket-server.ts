import { randomInt } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Log } from '#server/log.ts';
import { handleFrame, leave } from './conversation.ts';
import type { RealtimeContext } from './conversation.ts';
import { errorFrame, frame, readFrame } from './frames.ts';
import type { Peer } from './hub.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxConnection } from './outbox.ts';

export interface SocketLimits {
  /** Seconds without a frame after which a client sends a ping. */
  activitySeconds: number;
  /** A connection without frames for twice that and these seconds is closed. */
  graceSeconds: number;
  maxSockets: number;
  /** A reader this many bytes behind is dropped, never waited for. */
  maxBehindBytes: number;
}

/** One open socket's part of the connection limits. */
export interface SocketPlace {
  /**
   * Counts the socket for this person from now on, and among the signed-in ones of its network.
   * @returns false when either limit is reached
   */
  reserveFor(userId: string): boolean;
  /** Releases its part of the limits; a second call changes nothing. */
  release(): void;
}

export interface SocketLimiter {
  /** Reserves a place for an anonymous socket from this address; null when its limit is reached. */
  open(ip: string): SocketPlace | null;
  /** Whether a refused socket may get an error message. */
  mayRefuse(ip: string, socket: Duplex): boolean;
}

export const defaultSocketLimits: SocketLimits = {
  activitySeconds: 60,
  graceSeconds: 30,
  maxSockets: 10_000,
  maxBehindBytes: 1_048_576,
};

interface Parts {
  talk: RealtimeContext;
  log: Log;
  limits: SocketLimits;
  shares: SocketLimiter;
  /** The visitor's address, which a trusted proxy reports (T40). */
  visitorOf: (request: IncomingMessage) => string;
  /**
   * The site's address. Browsers may connect from its pages only; programs, which send no Origin, may connect (T67).
   */
  publicUrl: string;
}

export type SocketServer = ReturnType<typeof createSocketServer>;

const maxFrameBytes = 16 * 1024;
const framesPerWindow = 100;
const clientEventsPerSecond = 10;
const windowMs = 10_000;

/** Accepts connections at `/app/{key}` of an HTTP server and runs the protocol on each. */
export function createSocketServer({ talk, log, limits, shares, visitorOf, publicUrl }: Parts) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
  });
  const seenAt = new Map<WebSocket, number>();
  const outbox = createOutbox(limits.maxBehindBytes);
  const { hub } = talk;

  function attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const target = parseSocketRequest(request);
      // Another listener (Vite's reload, in development) may handle it.
      if (!target) return;
      // Without a listener, the error of a connection that is reset now would end the process.
      socket.on('error', () => socket.destroy());
      if (isForeign(request.headers)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
        return;
      }
      const fault = faultOf(target.key, target.query);
      const place = fault === null ? shares.open(visitorOf(request)) : null;
      // A refusal within the protocol keeps a connection open for a moment, so each network gets only some of them.
      if (place === null && !shares.mayRefuse(visitorOf(request), socket)) return void socket.destroy();
      sockets.handleUpgrade(request, socket, head, (ws) => {
        // An invalid frame is an error event of the socket, also on a connection that is being refused.
        ws.on('error', () => ws.terminate());
        return place === null ? refuse(ws, ...(fault ?? overCapacity)) : open(ws, socket, place);
      });
      // After a failed handshake no other event releases the place.
      socket.once('close', () => place?.release());
    });
  }

  function isForeign({ origin, host }: IncomingMessage['headers']): boolean {
    if (origin === undefined) return false;
    return origin !== new URL(publicUrl).origin && !(URL.canParse(origin) && new URL(origin).host === host);
  }

  function faultOf(key: string, query: URLSearchParams): Refusal | null {
    if (key !== talk.app.key) return [4001, `App key ${key} not in this cluster`];
    const protocol = query.get('protocol');
    if (protocol === null) return [4008, 'No protocol version supplied'];
    if (!/^[5-7]$/.test(protocol)) return [4007, 'Unsupported protocol version'];
    return hub.size() >= limits.maxSockets ? overCapacity : null;
  }

  function open(ws: WebSocket, socket: Duplex, place: SocketPlace): void {
    const isOpen = () => ws.readyState === ws.OPEN;
    const outlet: OutboxConnection = { socket, isOpen, drop: () => ws.terminate(), packet: null };
    const peer = peerOf(ws, outlet, place);
    const rate = createRate();
    hub.add(peer);
    seenAt.set(ws, Date.now());
    peer.send(
      frame('pusher:connection_established', {
        socket_id: peer.id,
        activity_timeout: limits.activitySeconds,
      }),
    );
    // Frames are handled in order, because an unsubscribe must not overtake its subscribe.
    let work = Promise.resolve();
    ws.on('message', (bytes: Buffer) => {
      // A client that was sent a close frame and stays connected is ignored.
      if (!isOpen()) return undefined;
      seenAt.set(ws, Date.now());
      const sent = readFrame(bytes.toString());
      if (!sent) return peer.send(errorFrame(null, 'Not a frame of the protocol'));
      const excess = rate(sent.event);
      if (excess === 'flood') return peer.close(4100, 'Too many messages');
      if (excess === 'client') return peer.send(errorFrame(4301, 'Client event rate limit reached'));
      work = work
        .then(() => handleFrame(talk, peer, sent))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'realtime frame failed');
          peer.send(errorFrame(4200, 'Try again'));
        });
      return undefined;
    });
    ws.on('close', () => {
      seenAt.delete(ws);
      outbox.forget(outlet);
      // Its place is free at once; subscriptions in progress are undone when they finish.
      hub.remove(peer);
      void work
        .then(() => Promise.all([...peer.channels.keys()].map((channel) => leave(talk, peer, channel))))
        .catch((error: unknown) => log.warn({ err: error }, 'realtime leave failed'))
        .finally(() => hub.remove(peer));
    });
  }

  function peerOf(ws: WebSocket, outlet: OutboxConnection, place: SocketPlace): Peer {
    return {
      id: `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`,
      userId: null,
      grants: new Map(),
      channels: new Map(),
      send(text) {
        if (outlet.isOpen()) outbox.put(outlet, text);
      },
      reserveFor: (userId) => place.reserveFor(userId),
      close(code, reason) {
        outbox.flush(outlet);
        ws.close(code, reason);
      },
    };
  }

  /** Closes connections that were silent for too long. */
  function closeSilent(): void {
    const deadline = Date.now() - (limits.activitySeconds * 2 + limits.graceSeconds) * 1_000;
    for (const [ws, at] of seenAt) if (at < deadline) ws.close(4201, 'Pong reply not received');
  }

  const watch = setInterval(closeSilent, Math.min(10, limits.activitySeconds) * 1_000);
  watch.unref();

  return {
    attach,
    /** Tells every client to reconnect at once, to any process (4200), with delays spread over a moment. */
    async close(): Promise<void> {
      clearInterval(watch);
      for (const ws of sockets.clients) ws.close(4200, 'Server is restarting');
      const deadline = Date.now() + 1_000;
      while (sockets.clients.size > 0 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20));
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
    },
  };
}

/** The app key and query of a WebSocket request, or null for another request. Never throws. */
export function parseSocketRequest({ method, url = '', headers }: IncomingMessage): SocketRequest | null {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return null;
  const [path, query] = url.split('?', 2);
  const key = /^\/(?:realtime\/)?app\/([\w-]{1,64})$/.exec(path!)?.[1];
  return key ? { key, query: new URLSearchParams(query) } : null;
}

interface SocketRequest {
  key: string;
  query: URLSearchParams;
}

type Refusal = [code: number, message: string];
const overCapacity: Refusal = [4100, 'Over capacity'];

/** How long a refused client may take to close. */
const closeTimeoutMs = 1_000;

/** Refuses a connection with an error and a close code that stops the client from retrying for ever. */
function refuse(ws: WebSocket, code: number, message: string): void {
  ws.send(errorFrame(code, message));
  ws.close(code, message);
  // The library waits half a minute for the other side to close, which an attacker never does.
  const hangUp = setTimeout(() => ws.terminate(), closeTimeoutMs).unref();
  ws.once('close', () => clearTimeout(hangUp));
}

/** Rate limit of one connection: pings are free, client events have their own limit. */
function createRate(): (event: string) => 'flood' | 'client' | null {
  let windowStart = Date.now();
  let frames = 0;
  let second = 0;
  let clientEvents = 0;
  return (event) => {
    const now = Date.now();
    if (now - windowStart > windowMs) [windowStart, frames] = [now, 0];
    if (event.startsWith('client-')) {
      const present = Math.floor(now / 1_000);
      if (present !== second) [second, clientEvents] = [present, 0];
      clientEvents += 1;
      return clientEvents > clientEventsPerSecond ? 'client' : null;
    }
    if (event !== 'pusher:ping' && event !== 'pusher:pong') frames += 1;
    return frames > framesPerWindow * 3 ? 'flood' : null;
  };
}
