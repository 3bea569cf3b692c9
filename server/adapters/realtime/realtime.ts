import type { Server } from 'node:http';
import type { Transaction } from 'kysely';
import type { DB } from '#db/schema.ts';

export interface RealtimeMessage {
  channels: readonly string[];
  event: string;
  /** Serialized as JSON; at most 10 kB. */
  data: unknown;
}

/** Notifies open browsers of events. Delivery is not guaranteed: lasting data is in the features' own tables. */
export interface Realtime {
  /** The public connection settings for browsers. */
  readonly client: { key: string; host: string | null; port: number | null; tls: boolean; cluster: string };
  /** Publishes when the transaction commits, and never without a commit. */
  publish(tx: Transaction<DB>, messages: readonly RealtimeMessage[]): Promise<void>;
  /** Signs a subscription for a person whose right to the channel was checked. It is valid as long as the session. */
  authorizeChannel(
    socketId: string,
    channel: string,
    session: Grant,
    presence?: PresenceData,
  ): ChannelAuthorization;
  authorizeUser(socketId: string, session: Grant): { auth: string; user_data: string };
  /** Closes the open sockets of a person whose sessions ended (T68). */
  disconnectUser(userId: number): Promise<void>;
  /** Makes a read-only call to the server; throws when it refuses. */
  check(): Promise<void>;
  /**
   * Receives the messages of all processes, and accepts sockets on this HTTP server where the realtime server is
   * embedded.
   * @param connectionString a database connection of its own, for LISTEN
   */
  start(server: Server, connectionString: string): Promise<void>;
  stop(): Promise<void>;
}

/** The session that authorized a subscription, and its person. */
export interface Grant {
  sessionId: number;
  userId: number;
}

export interface PresenceData {
  user_id: string;
  user_info?: Record<string, unknown>;
}

export interface ChannelAuthorization {
  auth: string;
  channel_data?: string;
}
