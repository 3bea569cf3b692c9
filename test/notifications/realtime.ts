import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Client from 'pusher-js';
import { pino } from 'pino';
import { createEmbeddedRealtime } from '#server/adapters/realtime/embedded.ts';
import type { EmbeddedRealtime } from '#server/adapters/realtime/embedded.ts';
import { defaultSocketLimits } from '#server/adapters/realtime/socket-server.ts';
import type { RealtimeApp } from '#server/adapters/realtime/signatures.ts';
import { createSocketLimiter } from '#server/notifications/realtime/socket-limiter.ts';
import type { SocketRules } from '#server/notifications/realtime/socket-limiter.ts';
import { defaultNetworkRules } from '#domain/settings/network-rules.ts';
import { trustedProxies, visitorOf } from '#server/http/limits/proxies.ts';
import type { SocketLimits } from '#server/adapters/realtime/socket-server.ts';
import { endedSessions } from '#server/http/session.ts';
import type { Market } from '#test/market.ts';

/** The application of the servers that tests start beside the market's own. */
export const realtimeApp = { id: 'praca', key: 'chave', secret: 'segredo' };

export interface RealtimeProcess {
  realtime: EmbeddedRealtime;
  port: number;
  stop(): Promise<void>;
}

/** A realtime server as another process of the installation would have it: on the same database. */
export async function startRealtime(
  market: Pick<Market, 'ctx' | 'database'>,
  {
    port = 0,
    limits = {},
    shares = defaultNetworkRules,
    app = realtimeApp,
  }: {
    port?: number;
    limits?: Partial<SocketLimits>;
    shares?: SocketRules;
    app?: RealtimeApp;
  } = {},
): Promise<RealtimeProcess> {
  const server = createServer();
  const realtime = createEmbeddedRealtime({
    db: market.ctx.db,
    app,
    publicUrl: 'http://127.0.0.1',
    log: pino({ level: 'silent' }),
    endedSessions: (ids) => endedSessions(market.ctx.db, ids),
    limits: { ...defaultSocketLimits, ...limits },
    shares: createSocketLimiter(() => shares),
    visitorOf: (request) => visitorOf(request, trustedProxies('loopback')),
  });
  await realtime.start(server, market.database.appUrl);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    realtime,
    port: (server.address() as AddressInfo).port,
    async stop() {
      await realtime.stop();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** The options under which the unmodified `pusher-js` finds a server of ours on this machine. */
export function clientOptions(port: number): ConstructorParameters<typeof Client>[1] {
  return {
    cluster: 'praca',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
  };
}

/** The next event of this name; it must come within four seconds, or as many milliseconds as are given. */
export function nextEvent(
  target: { bind(event: string, callback: (data: unknown) => void): unknown },
  event: string,
  limitMs = 4_000,
): Promise<unknown> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`nothing heard of ${event}`);
  });
  const next = Promise.race([new Promise((resolve) => target.bind(event, resolve)), late]);
  // When a test fails before it awaits the event, this prevents an unhandled rejection.
  next.catch(() => undefined);
  return next;
}

/** Subscribes and waits until the server has let the client in. */
export async function subscribeTo(client: Client, name: string) {
  const channel = client.subscribe(name);
  await nextEvent(channel, 'pusher:subscription_succeeded');
  return channel;
}

/** Signs the client in and waits until the server has answered. */
export async function signedIn(client: Client): Promise<void> {
  client.signin();
  await client.user.signinDonePromise;
}
