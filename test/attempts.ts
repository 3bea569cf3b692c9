import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/**
 * Counts what a limit has counted in the next minute as well. Minutes are those of the clock on the wall, and the next
 * one may begin between the last call that is allowed and the one that is refused.
 * @param key of the limit, as in `attempts`
 */
export async function countInNextMinute(db: Queryable, key: string): Promise<void> {
  await sql`insert into attempts (key, window_start, count)
    select key, window_start + interval '1 minute', count from attempts where key = ${key}
    on conflict (key, window_start) do update set count = attempts.count + excluded.count`.execute(db);
}
