import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/**
 * Counts what a limit has counted in its next window as well. Windows are those of the clock on the wall, and the next
 * one may begin between the last call that is allowed and the one that is refused.
 * @param key of the limit, as in `attempts`
 * @param minutes of a window
 */
export async function countInNextWindow(db: Queryable, key: string, minutes = 1): Promise<void> {
  const { numAffectedRows } = await sql`insert into attempts (key, window_start, count)
    select key, window_start + ${minutes} * interval '1 minute', count from attempts where key = ${key}
    on conflict (key, window_start) do update set count = attempts.count + excluded.count`.execute(db);
  if (!numAffectedRows) throw new Error(`nothing was counted under ${key}`);
}
