import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DB } from '#db/schema.ts';

export interface Member {
  user_id: string;
  user_info?: unknown;
}

export type Roster = ReturnType<typeof createRoster>;

const deadAfterSeconds = 30;

/** The members of presence channels over all processes. A process without a heartbeat is removed with its members. */
export function createRoster(db: Kysely<DB>) {
  const processId = randomUUID();

  /** Writes this process's heartbeat, removes dead processes and returns their members. */
  async function beat(): Promise<{ channel: string; user_id: string }[]> {
    await sql`insert into realtime_processes (id) values (${processId})
      on conflict (id) do update set beat_at = now()`.execute(db);
    const { rows } = await sql<{ channel: string; user_id: string }>`
      with dead as (select id from realtime_processes
          where beat_at < now() - ${deadAfterSeconds} * interval '1 second' for update skip locked),
        gone as (delete from realtime_members m using dead where m.process_id = dead.id
          returning m.channel, m.user_id),
        counts as (delete from realtime_counts c using dead where c.process_id = dead.id),
        processes as (delete from realtime_processes p using dead where p.id = dead.id)
      select distinct g.channel, g.user_id from gone g
      where not exists (select from realtime_members m where m.channel = g.channel and m.user_id = g.user_id
        and m.process_id not in (select id from dead))`.execute(db);
    return rows;
  }

  /** Adds a socket of a person. @returns whether it is their first one, and the channel's members */
  async function join(channel: string, socketId: string, member: Member) {
    return db.transaction().execute(async (tx) => {
      await lock(tx, channel);
      const { rows: before } = await sql`select from realtime_members
        where channel = ${channel} and user_id = ${member.user_id} limit 1`.execute(tx);
      await sql`insert into realtime_members (channel, user_id, process_id, socket_id, user_info)
        values (${channel}, ${member.user_id}, ${processId}, ${socketId},
          ${JSON.stringify(member.user_info ?? null)}::jsonb)
        on conflict do nothing`.execute(tx);
      return { first: before.length === 0, members: await membersOf(tx, channel) };
    });
  }

  /** Removes a socket. @returns whether it was there and the person's last one */
  async function leave(channel: string, socketId: string, userId: string): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      await lock(tx, channel);
      const { numAffectedRows } =
        await sql`delete from realtime_members where channel = ${channel} and user_id = ${userId}
        and process_id = ${processId} and socket_id = ${socketId}`.execute(tx);
      if (numAffectedRows === 0n) return false;
      const { rows } = await sql`select from realtime_members
        where channel = ${channel} and user_id = ${userId} limit 1`.execute(tx);
      return rows.length === 0;
    });
  }

  /** The members that this process has added. */
  async function mine(): Promise<{ channel: string; user_id: string; socket_id: string }[]> {
    const { rows } = await sql<{ channel: string; user_id: string; socket_id: string }>`
      select channel, user_id, socket_id from realtime_members where process_id = ${processId}`.execute(db);
    return rows;
  }

  /** Stores the number of sockets that each of these channels has in this process. */
  async function count(counts: ReadonlyMap<string, number>): Promise<void> {
    const rows = [...counts].map(([channel, sockets]) => ({ channel, sockets }));
    const json = JSON.stringify(rows);
    await sql`with reported as (select * from jsonb_to_recordset(${json}::jsonb) as t (channel text, sockets int)),
        none as (delete from realtime_counts c using reported
          where c.channel = reported.channel and c.process_id = ${processId} and reported.sockets = 0)
      insert into realtime_counts (channel, process_id, sockets)
      select channel, ${processId}, sockets from reported where sockets > 0
      on conflict (channel, process_id) do update set sockets = excluded.sockets`.execute(db);
  }

  /** The number of sockets of each channel in the other processes. */
  async function elsewhere(prefix: string): Promise<Map<string, number>> {
    const { rows } = await sql<{ channel: string; sockets: number }>`
      select channel, sum(sockets)::int as sockets from realtime_counts
      where process_id <> ${processId} and starts_with(channel, ${prefix}) group by channel`.execute(db);
    return new Map(rows.map(({ channel, sockets }) => [channel, sockets]));
  }

  /** Removes this process and its members. */
  async function end(): Promise<{ channel: string; user_id: string }[]> {
    const { rows } = await sql<{ channel: string; user_id: string }>`
      with gone as (delete from realtime_members where process_id = ${processId} returning channel, user_id)
      select distinct g.channel, g.user_id from gone g where not exists (select from realtime_members m
        where m.channel = g.channel and m.user_id = g.user_id and m.process_id <> ${processId})`.execute(db);
    await sql`delete from realtime_processes where id = ${processId}`.execute(db);
    return rows;
  }

  return {
    beat,
    join,
    leave,
    mine,
    count,
    elsewhere,
    end,
    members: (channel: string) => membersOf(db, channel),
  };
}

async function lock(tx: Kysely<DB>, channel: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${channel}, 20))`.execute(tx);
}

async function membersOf(db: Kysely<DB>, channel: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select distinct on (user_id) user_id, user_info from realtime_members where channel = ${channel}
    order by user_id`.execute(db);
  return rows;
}
