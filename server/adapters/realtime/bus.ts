import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Client } from 'pg';
import type { DB } from '#db/schema.ts';
import { openClient } from '#db/servers.ts';
import type { Log } from '#server/log.ts';

/** A message between processes; `data` is JSON text. */
export interface BusMessage {
  /** Assigned by the database. */
  id?: number;
  channels: readonly string[];
  event: string;
  data: string;
  except?: string | null;
  /** The user id of the sender of a client event on a presence channel. */
  sender?: string | null;
}

export interface Bus {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const notifyChannel = 'praca_realtime';
/** NOTIFY carries less than 8,000 bytes; receivers read a longer message from its row. */
const inlineBytes = 7_000;
const rememberedIds = 8_192;
const catchUpSeconds = 60;
const keptMinutes = 10;

/**
 * Publishes within the caller's transaction: every process receives the messages after the commit, and never without
 * it, because PostgreSQL delivers NOTIFY at commit.
 */
export async function publish(db: Kysely<DB>, messages: readonly BusMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await sql`with wanted as (select * from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        as m (channels text[], event text, data text, "except" text, sender text)),
      stored as (insert into realtime_messages (channels, event, data, except_socket, sender_id)
        select channels, event, data, "except", sender from wanted returning *),
      payloads as (select id, jsonb_build_object('id', id, 'channels', channels, 'event', event, 'data', data,
        'except', except_socket, 'sender', sender_id)::text as whole from stored)
    select pg_notify(${notifyChannel}, case when octet_length(whole) <= ${inlineBytes} then whole
      else jsonb_build_object('id', id)::text end) from payloads order by id`.execute(db);
}

interface Row {
  id: number;
  channels: string[];
  event: string;
  data: string;
  except_socket: string | null;
  sender_id: string | null;
}

/**
 * Receives what any process published, each message once and in the order of commits. After a broken connection it
 * reads the missed messages from their rows.
 */
export function createBus(parts: {
  db: Kysely<DB>;
  connectionString: string;
  log: Log;
  deliver: (message: BusMessage) => void;
}): Bus {
  const { db, log, deliver } = parts;
  const seen = new Set<number>();
  let client: Client | null = null;
  let stopped = false;
  let cleaning: NodeJS.Timeout | undefined;

  function once(id: number, message: BusMessage): void {
    if (seen.has(id)) return;
    seen.add(id);
    if (seen.size > rememberedIds) seen.delete(seen.values().next().value!);
    deliver({ ...message, id });
  }

  async function receive(payload: string): Promise<void> {
    const received = JSON.parse(payload) as { id: number } & Partial<BusMessage>;
    if (received.data !== undefined) return once(received.id, received as BusMessage);
    const { rows } = await sql<Row>`select * from realtime_messages where id = ${received.id}`.execute(db);
    if (rows[0]) once(rows[0].id, fromRow(rows[0]));
  }

  async function catchUp(): Promise<void> {
    const { rows } = await sql<Row>`select * from realtime_messages
      where created_at > now() - ${catchUpSeconds} * interval '1 second' order by id`.execute(db);
    for (const row of rows) once(row.id, fromRow(row));
  }

  async function listen(first: boolean): Promise<void> {
    const next = await openClient(parts.connectionString, {
      application_name: 'praca realtime',
      keepAlive: true,
    });
    next.on('notification', ({ payload }) => {
      void receive(payload ?? '{}').catch((error: unknown) =>
        log.error({ err: error }, 'realtime message lost'),
      );
    });
    next.on('error', (error) => log.warn({ err: error }, 'realtime connection broke'));
    next.on('end', () => {
      if (!stopped && client === next) void reconnect();
    });
    client = next;
    await next.query(`listen ${notifyChannel}`);
    // Older messages were delivered to sockets that are gone, or before this process had any.
    if (first) await markExisting();
    else await catchUp();
  }

  async function markExisting(): Promise<void> {
    const { rows } = await sql<{ id: number }>`select id from realtime_messages
      where created_at > now() - ${catchUpSeconds} * interval '1 second'`.execute(db);
    for (const { id } of rows) seen.add(id);
  }

  async function reconnect(waitMs = 100): Promise<void> {
    await sleep(waitMs);
    if (stopped) return;
    await listen(false).catch(() => reconnect(Math.min(waitMs * 2, 5_000)));
  }

  async function deleteOld(): Promise<void> {
    await sql`delete from realtime_messages where created_at < now() - ${keptMinutes} * interval '1 minute'`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'realtime messages were not cleaned'));
  }

  return {
    async start() {
      await listen(true);
      cleaning = setInterval(() => void deleteOld(), 60_000);
      cleaning.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(cleaning);
      await client?.end();
    },
  };
}

function fromRow({ channels, event, data, except_socket: except, sender_id: sender }: Row): BusMessage {
  return { channels, event, data, except, sender };
}
