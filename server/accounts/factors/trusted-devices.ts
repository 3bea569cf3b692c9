import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** Trusts the device of a session: the second step is skipped on it for `trustedMs` milliseconds. */
export async function trustDevice(db: Queryable, sessionId: number, trustedMs: number): Promise<void> {
  await sql`update devices d set trusted_until = market_now() + ${trustedMs}::bigint * interval '1 millisecond'
    from sessions s where s.id = ${sessionId} and d.id = s.device_id and d.user_id = s.user_id`.execute(db);
}

/** Revokes the trust in every device of a person, or in one device. */
export async function revokeTrust(
  db: Queryable,
  userId: number,
  deviceId: number | null = null,
): Promise<void> {
  await sql`update devices set trusted_until = null
    where user_id = ${userId} and trusted_until is not null
      and id = coalesce(${deviceId}::bigint, id)`.execute(db);
}
