import { randomInt } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Log } from '#server/log.ts';
import { answer, leave } from './conversation.ts';
import type { Conversation } from './conversation.ts';
import { errorFrame, frame, readFrame } from './frames.ts';
import type { Peer } from './hub.ts';
import { createOutbox } from './outbox.ts';
import type { Outlet } from './outbox.ts';

export interface SocketLimits {
  /** Seconds without a frame after which a client pings. */
  activitySeconds: number;
  /** Silent for twice that and these seconds, it is closed. */
  graceSeconds: number;
  maxSockets: number;
  /** A reader this many bytes behind is dropped, never waited for. */
  maxBehindBytes: number;
}

/** The place of one open socket. */
export interface Place {
  /**
   * Counts the socket as this person's from now on, and among those of its network that belong to somebody.
   * @returns false when either has all of its share
   */
  isWelcome(userId: string): boolean;
  /** Gives everything back; doing it again changes nothing. */
  release(): void;
}

export interface SocketShares {
  /** A place for a socket from here on which nobody signed in, or null. */
  open(ip: string): Place | null;
  /** Whether a socket that is refused may be told why. */
  mayRefuse(ip: string, socket: Duplex): boolean;
}

export const defaultSocketLimits: SocketLimits = {
  activitySeconds: 60,
  graceSeconds: 30,
  maxSockets: 10_000,
  maxBehindBytes: 1_048_576,
};

interface Parts {
  talk: Conversation;
  log: Log;
  limits: SocketLimits;
  shares: SocketShares;
  /** The visitor's address, which a named proxy tells (T40). */
  visitorOf: (request: IncomingMessage) => string;
  /** Where the site stands. Only its own pages may connect, and programs, which send no Origin (T67). */
  publicUrl: string;
}

export type SocketServer = ReturnType<typeof createSocketServer>;

const maxFrameBytes = 16 * 1024;
const framesPerWindow = 100;
const clientEventsPerSecond = 10;
const windowMs = 10_000;

/** Accepts connections at `/app/{key}` of an HTTP server and speaks the protocol with each. */
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
      const door = socketDoor(request);
      // Another listener (Vite's reload, in development) may want it.
      if (!door) return;
      // Nobody else listens to it any more: a connection that is reset while it is answered would end the process.
      socket.on('error', () => socket.destroy());
      if (isForeign(request.headers)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
        return;
      }
      const fault = faultOf(door.key, door.query);
      const place = fault === null ? shares.open(visitorOf(request)) : null;
      // A refusal in the protocol's own words holds a connection for a moment, so a network hears only some of them.
      if (place === null && !shares.mayRefuse(visitorOf(request), socket)) return void socket.destroy();
      sockets.handleUpgrade(request, socket, head, (ws) => {
        // A frame that breaks the protocol is an error of the socket, on one that is being refused as well.
        ws.on('error', () => ws.terminate());
        return place === null ? refuse(ws, ...(fault ?? overCapacity)) : open(ws, socket, place);
      });
      // A handshake that failed has no socket that would give its place back.
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

  function open(ws: WebSocket, socket: Duplex, place: Place): void {
    const isOpen = () => ws.readyState === ws.OPEN;
    const outlet: Outlet = { socket, isOpen, drop: () => ws.terminate(), packet: null };
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
    // One frame after the other: an unsubscribe must not overtake its subscribe.
    let work = Promise.resolve();
    ws.on('message', (bytes: Buffer) => {
      // Who was sent off and does not leave is not listened to meanwhile.
      if (!isOpen()) return undefined;
      seenAt.set(ws, Date.now());
      const sent = readFrame(bytes.toString());
      if (!sent) return peer.send(errorFrame(null, 'Not a frame of the protocol'));
      const excess = rate(sent.event);
      if (excess === 'flood') return peer.close(4100, 'Too many messages');
      if (excess === 'client') return peer.send(errorFrame(4301, 'Client event rate limit reached'));
      work = work
        .then(() => answer(talk, peer, sent))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'realtime frame failed');
          peer.send(errorFrame(4200, 'Try again'));
        });
      return undefined;
    });
    ws.on('close', () => {
      seenAt.delete(ws);
      outbox.forget(outlet);
      // Its place is free at once; what it was still asking for is undone when that is through.
      hub.remove(peer);
      void work
        .then(() => Promise.all([...peer.channels.keys()].map((channel) => leave(talk, peer, channel))))
        .catch((error: unknown) => log.warn({ err: error }, 'realtime leave failed'))
        .finally(() => hub.remove(peer));
    });
  }

  function peerOf(ws: WebSocket, outlet: Outlet, place: Place): Peer {
    return {
      id: `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`,
      userId: null,
      grants: new Map(),
      channels: new Map(),
      send(text) {
        if (outlet.isOpen()) outbox.put(outlet, text);
      },
      isWelcome: (userId) => place.isWelcome(userId),
      close(code, reason) {
        outbox.flush(outlet);
        ws.close(code, reason);
      },
    };
  }

  /** Closes connections that have been silent for too long. */
  function closeSilent(): void {
    const deadline = Date.now() - (limits.activitySeconds * 2 + limits.graceSeconds) * 1_000;
    for (const [ws, at] of seenAt) if (at < deadline) ws.close(4201, 'Pong reply not received');
  }

  const watch = setInterval(closeSilent, Math.min(10, limits.activitySeconds) * 1_000);
  watch.unref();

  return {
    attach,
    /** Tells every client to come back at once, to whichever process is there (4200), spread over a moment. */
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

/** Where a request that wants a socket would go, or null for one that wants something else. Never throws. */
export function socketDoor({ method, url = '', headers }: IncomingMessage): Door | null {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return null;
  const [path, query] = url.split('?', 2);
  const key = /^\/(?:realtime\/)?app\/([\w-]{1,64})$/.exec(path!)?.[1];
  return key ? { key, query: new URLSearchParams(query) } : null;
}

interface Door {
  key: string;
  query: URLSearchParams;
}

type Refusal = [code: number, message: string];
const overCapacity: Refusal = [4100, 'Over capacity'];

/** How long somebody who was refused may take to hang up. */
const farewellMs = 1_000;

/** A wrong door is told by an error and a code that keeps the client from trying for ever. */
function refuse(ws: WebSocket, code: number, message: string): void {
  ws.send(errorFrame(code, message));
  ws.close(code, message);
  // The library waits half a minute for the other side to close, which a flood never does.
  const hangUp = setTimeout(() => ws.terminate(), farewellMs).unref();
  ws.once('close', () => clearTimeout(hangUp));
}

/** Counts frames of one connection: pings are free, client events have a limit of their own. */
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
