import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/context.ts';
import type { Break } from './queries.ts';

/** A full check may read years of history, so its time limit is ten minutes instead of a request's seconds. */
const timeLimitMs = 600_000;

/**
 * Recomputes the whole history and compares every case with its money, on one snapshot. The first break freezes money:
 * from then on every posting is refused with `money_frozen` until the database's owner has examined it (docs/money.md).
 */
export async function checkBooks(db: Db): Promise<{ healthy: boolean; breaks: Break[] }> {
  const breaks = await runCheck(db, sql`money.check_books()`, 'repeatable read');
  return { healthy: breaks.length === 0, breaks };
}

/**
 * The same for movements since the check before the last, and for the sums of all accounts (T133): cheap enough for
 * every minute. It finds nothing while money is frozen.
 */
export function checkRecent(db: Db): Promise<Break[]> {
  // It stores its progress, which repeatable read could refuse.
  return runCheck(db, sql`money.check_recent()`, 'read committed');
}

function runCheck(
  db: Db,
  check: RawBuilder<unknown>,
  isolation: 'repeatable read' | 'read committed',
): Promise<Break[]> {
  return db
    .transaction()
    .setIsolationLevel(isolation)
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(timeLimitMs)}, true)`.execute(tx);
      const { rows } = await sql<Break>`
        select id, subject, subject_id as "subjectId", fault from ${check}`.execute(tx);
      return rows;
    });
}

/** Since when money is frozen and why; null when it is not. */
export async function freezeStatus(db: Db): Promise<{ at: Date; reason: string } | null> {
  const { rows } = await sql<{ at: Date; reason: string }>`
    select frozen_at as at, reason from money.status where frozen_at is not null`.execute(db);
  return rows[0] ?? null;
}
