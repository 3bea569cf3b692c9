import type { Server } from 'node:http';
import type { Transaction } from 'kysely';
import type { DB } from '#db/schema.ts';

export interface RealtimeMessage {
  channels: readonly string[];
  event: string;
  /** Becomes JSON; at most 10 kB. */
  data: unknown;
}

/** Tells open browsers that something happened. What must not be lost stands in the feature's own tables. */
export interface Realtime {
  /** What a browser needs to connect; the key is public. */
  readonly client: { key: string; host: string | null; port: number | null; tls: boolean; cluster: string };
  /** Publishes once the transaction commits, never if it does not. */
  publish(tx: Transaction<DB>, messages: readonly RealtimeMessage[]): Promise<void>;
  /** Signs a subscription, for somebody whose right to the channel was checked. It lasts as long as the session does. */
  authorizeChannel(
    socketId: string,
    channel: string,
    session: Grant,
    presence?: PresenceData,
  ): ChannelAuthorization;
  authorizeUser(socketId: string, session: Grant): { auth: string; user_data: string };
  /** Closes the open sockets of a person whose sessions ended (T68). */
  disconnectUser(userId: number): Promise<void>;
  /** Asks the server a question that changes nothing; throws when it refuses. */
  check(): Promise<void>;
  /**
   * Hears what every process publishes, and takes connections from this HTTP server where the sockets are our own.
   * @param connectionString a database connection of its own, for LISTEN
   */
  start(server: Server, connectionString: string): Promise<void>;
  stop(): Promise<void>;
}

/** The session that lets a connection in somewhere, and whose it is. */
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
