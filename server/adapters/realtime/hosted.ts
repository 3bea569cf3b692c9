import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import Pusher from 'pusher';
import type { DB } from '#db/schema.ts';
import type { Log } from '#server/log.ts';
import { createBus, publish } from './bus.ts';
import type { BusMessage } from './bus.ts';
import type { Realtime } from './realtime.ts';

export interface HostedSettings {
  appId: string;
  key: string;
  secret: string;
  /** Pusher's cluster, or else the host of any server of the protocol. */
  cluster: string;
  host: string | null;
  port: number | null;
  tls: boolean;
}

/**
 * A hosted server of the Pusher protocol. Messages still commit with their transaction: the row is an outbox, and the
 * process that deletes it sends the message.
 */
export function createHostedRealtime(parts: {
  db: Kysely<DB>;
  settings: HostedSettings;
  log: Log;
}): Realtime {
  const { db, settings, log } = parts;
  const { appId, key, secret, cluster, host, port, tls } = settings;
  const place = host === null ? { cluster } : { host, ...(port !== null && { port: String(port) }) };
  const pusher = new Pusher({ appId, key, secret, useTLS: tls, timeout: 5_000, ...place });
  let bus: ReturnType<typeof createBus> | null = null;

  async function forward({ id, channels, event, data, except }: BusMessage): Promise<void> {
    const { rows } = await sql`delete from realtime_messages where id = ${id!} returning id`.execute(db);
    if (rows.length === 0) return;
    const params = except ? { socket_id: except } : {};
    await pusher.trigger([...channels], event, JSON.parse(data) as unknown, params);
  }

  return {
    client: { key, host, port, tls, cluster },
    publish: (tx, messages) =>
      publish(
        tx,
        messages.map(({ data, ...message }) => ({ ...message, data: JSON.stringify(data) })),
      ),
    authorizeChannel: (socketId, channel, _session, presence) =>
      pusher.authorizeChannel(socketId, channel, presence),
    authorizeUser: (socketId, { userId }) => pusher.authenticateUser(socketId, { id: String(userId) }),
    async disconnectUser(userId) {
      await pusher.terminateUserConnections(String(userId));
    },
    async check() {
      await pusher.get({ path: '/channels' });
    },
    async start(_server, connectionString) {
      const deliver = (message: BusMessage) =>
        void forward(message).catch((error: unknown) => log.warn({ err: error }, 'realtime server refused'));
      bus = createBus({ db, connectionString, log, deliver });
      await bus.start();
    },
    async stop() {
      await bus?.stop();
    },
  };
}
