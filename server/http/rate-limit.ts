import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';

/**
 * Counts one attempt in the present window and refuses the one past the limit. The count lives in PostgreSQL, so
 * that it holds across processes. `retryAfterSeconds` tells the screen how long to count down.
 */
export async function takeAttempt(db: Queryable, key: string, max: number, windowMs: number): Promise<void> {
  const { count, retry } = await countAttempt(db, key, windowMs);
  if (count > max) fail('too_many_requests', tooMany(retry));
}

/** The same for what must not be seen to be limited: whether this attempt is still within the limit. */
export async function isWithinLimit(
  db: Queryable,
  key: string,
  max: number,
  windowMs: number,
): Promise<boolean> {
  return (await countAttempt(db, key, windowMs)).count <= max;
}

/** What a caller's address counts as: an IPv4 address, or the /64 that one IPv6 customer has to themselves (T40). */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

async function countAttempt(
  db: Queryable,
  key: string,
  windowMs: number,
): Promise<{ count: number; retry: number }> {
  const { rows } = await sql<{ count: number; retry: number }>`
    insert into attempts (key, window_start, count)
    values (${key}, to_timestamp(floor(extract(epoch from now()) * 1000 / ${windowMs}::numeric) * ${windowMs}::numeric / 1000), 1)
    on conflict (key, window_start) do update set count = attempts.count + 1
    returning count, ceil(extract(epoch from window_start - now()) + ${windowMs}::numeric / 1000)::int as retry`.execute(
    db,
  );
  return rows[0]!;
}

function tooMany(seconds: number) {
  const words = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  return { detail: `Muitas tentativas. Tente de novo em ${words}.`, meta: { retryAfterSeconds: seconds } };
}
