import type { IncomingMessage } from 'node:http';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#db/schema.ts';
import { isGuessableChannel } from '#domain/notifications/channels.ts';
import type { Log } from '#server/log.ts';
import { createBus, publish } from './bus.ts';
import type { BusMessage } from './bus.ts';
import { memberRemoved } from './conversation.ts';
import type { RealtimeContext } from './conversation.ts';
import { createHub } from './hub.ts';
import type { Realtime } from './realtime.ts';
import { answerRest, controlChannel, disconnect } from './rest.ts';
import type { RestAnswer, RestCall } from './rest.ts';
import { createRoster } from './roster.ts';
import { signChannel, signUser } from './signatures.ts';
import type { RealtimeApp } from './signatures.ts';
import { createSocketServer, defaultSocketLimits } from './socket-server.ts';
import type { SocketLimits, SocketLimiter } from './socket-server.ts';

export interface EmbeddedRealtime extends Realtime {
  /** Handles a call of the protocol's HTTP API. */
  rest(call: RestCall): Promise<RestAnswer>;
  /** How many sockets are open in this process. */
  openSockets(): number;
}

/** Whether the realtime server runs in this process. */
export function isEmbedded(realtime: Realtime): realtime is EmbeddedRealtime {
  return 'rest' in realtime;
}

/** Code 4200 makes a client reconnect at once and authorize again; 4009 stops it from reconnecting. */
const reauthorize: CloseReason = [4200, 'Sign in again'];
const disconnected: CloseReason = [4009, 'Session ended'];
type CloseReason = [code: number, reason: string];

const beatMs = 5_000;
const countMs = 1_000;
/** Interval for finding sessions that ended without an event, such as expired ones (T68 allows five seconds). */
const sessionsMs = 2_000;

/**
 * A server of the Pusher protocol inside the application, so that no external account is needed: `pusher-js` and the
 * `pusher` libraries work with it unchanged, and several processes on one database act as one server.
 */
export function createEmbeddedRealtime(parts: {
  db: Kysely<DB>;
  app: RealtimeApp;
  publicUrl: string;
  log: Log;
  limits?: SocketLimits;
  shares: SocketLimiter;
  visitorOf: (request: IncomingMessage) => string;
  /** Which of these sessions have ended. */
  endedSessions: (ids: readonly number[]) => Promise<readonly number[]>;
}): EmbeddedRealtime {
  const { db, app, log } = parts;
  const hub = createHub();
  const roster = createRoster(db);
  const talk: RealtimeContext = { app, hub, roster, publish: (messages) => publish(db, messages) };
  const sockets = createSocketServer({ ...parts, talk, limits: parts.limits ?? defaultSocketLimits });
  const timers: NodeJS.Timeout[] = [];
  let bus: ReturnType<typeof createBus> | null = null;

  function deliver(message: BusMessage): void {
    if (message.channels[0] === controlChannel) control(message);
    else for (const part of withoutPublicContent(message)) hub.broadcast(part);
  }

  function control({ event, data }: BusMessage): void {
    const farewell = event === 'reauthorize-user' ? reauthorize : disconnected;
    for (const peer of hub.peersOf(JSON.parse(data) as string)) peer.close(...farewell);
  }

  async function beat(): Promise<void> {
    const gone = await roster.beat();
    await talk.publish(gone.map(({ channel, user_id: userId }) => memberRemoved(channel, userId)));
    await removeStaleMembers();
  }

  /** Removes members whose socket closed while the database was unreachable. */
  async function removeStaleMembers(): Promise<void> {
    for (const { channel, user_id: userId, socket_id: socketId } of await roster.mine())
      if (!hub.has(socketId) && (await roster.leave(channel, socketId, userId)))
        await talk.publish([memberRemoved(channel, userId)]);
  }

  /** Closes the connections of ended sessions, however they ended and even if no event arrived (T49, T68). */
  async function closeEnded(): Promise<void> {
    const held = hub.grantingSessions();
    if (held.length === 0) return;
    const ended = new Set(await parts.endedSessions(held));
    for (const peer of hub.peersGrantedBy(ended)) peer.close(...reauthorize);
  }

  async function storeCounts(): Promise<void> {
    const counts = hub.counts();
    if (counts.size > 0) await roster.count(counts);
  }

  function every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => {
      void work().catch((error: unknown) => log.warn({ err: error }, 'realtime upkeep failed'));
    }, ms);
    timer.unref();
    timers.push(timer);
  }

  return {
    client: {
      key: app.key,
      host: null,
      port: null,
      tls: parts.publicUrl.startsWith('https:'),
      cluster: 'praca',
    },
    publish: (tx: Transaction<DB>, messages) =>
      publish(
        tx,
        messages.map(({ data, ...message }) => ({ ...message, data: JSON.stringify(data) })),
      ),
    authorizeChannel: (socketId, channel, grant, presence) =>
      signChannel(app, socketId, channel, { ...presence, grant }),
    authorizeUser: (socketId, grant) => signUser(app, socketId, { id: String(grant.userId), grant }),
    disconnectUser: (userId) => talk.publish([disconnect(String(userId))]),
    async check() {
      await roster.mine();
    },
    async start(server, connectionString) {
      await roster.beat();
      bus = createBus({ db, connectionString, log, deliver });
      await bus.start();
      every(beatMs, beat);
      every(countMs, storeCounts);
      every(sessionsMs, closeEnded);
      sockets.attach(server);
    },
    openSockets: () => hub.size(),
    rest: (call) => answerRest(talk, call, Date.now()),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await sockets.close();
      const gone = await roster.end();
      await talk.publish(gone.map(({ channel, user_id: userId }) => memberRemoved(channel, userId)));
      await bus?.stop();
    },
  };
}

/** Removes the content for channels that anyone may join, from any publisher. */
function withoutPublicContent(message: BusMessage): BusMessage[] {
  const open = message.channels.filter(isGuessableChannel);
  if (open.length === 0) return [message];
  const closed = message.channels.filter((name) => !isGuessableChannel(name));
  return [
    { ...message, channels: open, data: '{}' },
    { ...message, channels: closed },
  ];
}
