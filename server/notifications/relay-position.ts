import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { asyncCommit } from '#server/database/async-commit.ts';

/** Ids of events that were not visible although a higher one was: their transactions were open or were rolled back. */
interface MissingRange {
  from: number;
  to: number;
  /** The transactions that were writing events after the range was missed: one of them may still commit it. */
  writers: string[];
}

/** Up to which event the relay has read, and what it missed below. */
export interface RelayPosition {
  lastEventId: number;
  missing: MissingRange[];
  /** The transactions that were writing events before the events are read. */
  writers: string[];
}

/**
 * The transactions of this database that hold the lock that an insert takes before it draws an event's id, and keeps
 * until it is over. The lock ends after the transaction has become visible.
 */
const eventWriters = sql<string[]>`array(select distinct virtualtransaction from pg_locks
  where relation = 'events'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()))`;

/** @returns null while another process relays. The lock is released at the end of the transaction. */
export async function lockRelayPosition(tx: Tx): Promise<RelayPosition | null> {
  const { rows: locks } = await sql<{ locked: boolean; writers: string[] }>`
    select pg_try_advisory_xact_lock(hashtext('event_relay')) as locked, ${eventWriters} as writers
    from ${asyncCommit}`.execute(tx);
  const { locked, writers } = locks[0]!;
  if (!locked) return null;
  // A statement of its own: one that began before the lock was free would read the position of before.
  const { rows } = await sql<Omit<RelayPosition, 'writers'>>`
    select last_event_id as "lastEventId", missing from event_relay`.execute(tx);
  return { ...rows[0]!, writers };
}

/** Reads the ids of the next events, ascending: those that were missing, and the oldest after the position. */
export async function readNextEventIds(
  tx: Tx,
  { lastEventId, missing }: RelayPosition,
  limit: number,
): Promise<number[]> {
  const found =
    missing.length === 0
      ? sql``
      : sql`select e.id from json_to_recordset(${JSON.stringify(missing)}::json) as m ("from" bigint, "to" bigint)
          join events e on e.id between m."from" and m."to"
        union all`;
  const { rows } = await sql<{ id: number }>`
    select id from (${found} (select id from events where id > ${lastEventId} order by id limit ${limit})) e
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Moves the position past the events that were read. A missing id is kept as long as one of the transactions that may
 * own it is open: an id is drawn under the lock of {@link eventWriters}, so an id that is not visible after the last of
 * them has ended was rolled back.
 * @param ids of the events that were read, ascending
 */
export async function advanceRelayPosition(tx: Tx, position: RelayPosition, ids: number[]): Promise<void> {
  const { lastEventId, missing, writers } = position;
  const open = missing.filter((range) => range.writers.some((writer) => writers.includes(writer)));
  const newLast = Math.max(lastEventId, ids.at(-1) ?? 0);
  const skipped = without({ from: lastEventId + 1, to: newLast }, ids);
  const kept = open.flatMap((range) =>
    without(range, ids).map((rest) => ({ ...rest, writers: range.writers })),
  );
  if (newLast === lastEventId && isSame(kept, missing)) return;
  await sql`update event_relay set last_event_id = ${newLast},
    missing = ${JSON.stringify(kept)}::jsonb || (
      select coalesce(jsonb_agg(jsonb_build_object('from', s."from", 'to', s."to", 'writers', to_jsonb(w.writers))), '[]')
      from json_to_recordset(${JSON.stringify(skipped)}::json) as s ("from" bigint, "to" bigint),
        (select ${skipped.length > 0 ? eventWriters : sql`'{}'::text[]`} as writers offset 0) w)`.execute(tx);
}

/** The ranges that are left of a range without these ids, ascending. */
function without(
  { from, to }: { from: number; to: number },
  ids: readonly number[],
): { from: number; to: number }[] {
  const left: { from: number; to: number }[] = [];
  let start = from;
  for (const id of ids.filter((each) => each >= from && each <= to)) {
    if (id > start) left.push({ from: start, to: id - 1 });
    start = id + 1;
  }
  if (start <= to) left.push({ from: start, to });
  return left;
}

function isSame(kept: readonly MissingRange[], before: readonly MissingRange[]): boolean {
  return (
    kept.length === before.length &&
    kept.every(({ from, to }, at) => from === before[at]!.from && to === before[at]!.to)
  );
}
