import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import type { Break } from './queries.ts';

/** A full check may read years of history, so it has ten minutes instead of a request's seconds. */
const timeLimitMs = 600_000;

/**
 * Re-adds the whole history and compares every case with its money, on one snapshot. The first break freezes
 * money: from then on every posting is refused with `money_frozen` until the owner of the database has looked
 * (docs/money.md).
 */
export async function checkBooks(db: Db): Promise<{ healthy: boolean; breaks: Break[] }> {
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(timeLimitMs)}, true)`.execute(tx);
      const { rows } = await sql<Break>`
        select id, subject, subject_id as "subjectId", fault from money.check_books()`.execute(tx);
      return rows;
    });
  return { healthy: found.length === 0, breaks: found };
}

/** Since when money stands still and why; null while it moves. */
export async function frozen(db: Db): Promise<{ at: Date; reason: string } | null> {
  const { rows } = await sql<{ at: Date; reason: string }>`
    select frozen_at as at, reason from money.status where frozen_at is not null`.execute(db);
  return rows[0] ?? null;
}
