import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';
import { networkOf, widerNetworkOf } from './networks.ts';
import { isUnnamedProxy } from './proxies.ts';

/**
 * Counts one attempt in the current window and throws past the limit. The count is in PostgreSQL, so that it holds
 * across processes. `retryAfterSeconds` lets the screen count down.
 */
export async function takeAttempt(db: Queryable, key: string, max: number, windowMs: number): Promise<void> {
  const { count, retry } = await countAttempt(db, key, windowMs);
  if (count > max) fail('too_many_requests', tooManyDetails(retry));
}

/** The same for limits that must not be visible: whether this attempt is within the limit. */
export async function isWithinLimit(
  db: Queryable,
  key: string,
  max: number,
  windowMs: number,
): Promise<boolean> {
  return (await countAttempt(db, key, windowMs)).count <= max;
}

/** The limits of surrounding networks and of shared addresses are this many times that of one network. */
export const widerFactor = 8;
export const sharedFactor = 50;

/**
 * Counts one attempt of a caller's network, and of the /48 around an IPv6 one. Behind an unconfigured proxy all
 * visitors have one address: they share a larger limit, so that one of them cannot lock the others out.
 * @param what the name of the limit; each limit has its own
 * @throws `too_many_requests` past the limit
 */
export async function takeNetworkAttempt(
  db: Queryable,
  { what, ip }: { what: string; ip: string },
  max: number,
  windowMs: number,
): Promise<void> {
  await takeAttempt(
    db,
    `${what} ip:${networkOf(ip)}`,
    isUnnamedProxy(ip) ? max * sharedFactor : max,
    windowMs,
  );
  const wider = widerNetworkOf(ip);
  // A /24 of IPv4 belongs to 256 customers, a /48 of IPv6 to one.
  if (wider?.endsWith('/48')) await takeAttempt(db, `${what} ip:${wider}`, max * widerFactor, windowMs);
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

function tooManyDetails(seconds: number) {
  const words = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  return { detail: `Muitas tentativas. Tente de novo em ${words}.`, meta: { retryAfterSeconds: seconds } };
}
