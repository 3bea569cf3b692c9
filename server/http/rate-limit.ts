import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';

/**
 * Counts one attempt in the present window and refuses the one past the limit. The count lives in PostgreSQL, so
 * that it holds across processes. `retryAfterSeconds` tells the screen how long to count down.
 */
export async function takeAttempt(db: Queryable, key: string, max: number, windowMs: number): Promise<void> {
  const { rows } = await sql<{ count: number; retry: number }>`
    insert into attempts (key, window_start, count)
    values (${key}, to_timestamp(floor(extract(epoch from now()) * 1000 / ${windowMs}::numeric) * ${windowMs}::numeric / 1000), 1)
    on conflict (key, window_start) do update set count = attempts.count + 1
    returning count, ceil(extract(epoch from window_start - now()) + ${windowMs}::numeric / 1000)::int as retry`.execute(
    db,
  );
  const { count, retry } = rows[0]!;
  if (count > max) fail('too_many_requests', tooMany(retry));
}

function tooMany(seconds: number) {
  const words = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  return { detail: `Muitas tentativas. Tente de novo em ${words}.`, meta: { retryAfterSeconds: seconds } };
}
