import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** Trusts the device of a session: for that long (milliseconds) its second step is not asked. */
export async function trustDevice(db: Queryable, sessionId: number, trustedMs: number): Promise<void> {
  await sql`update devices d set trusted_until = market_now() + ${trustedMs}::bigint * interval '1 millisecond'
    from sessions s where s.id = ${sessionId} and d.id = s.device_id and d.user_id = s.user_id`.execute(db);
}

/** Asks the second step again on every device of a person, or on one. */
export async function forgetTrust(
  db: Queryable,
  userId: number,
  deviceId: number | null = null,
): Promise<void> {
  await sql`update devices set trusted_until = null
    where user_id = ${userId} and trusted_until is not null
      and id = coalesce(${deviceId}::bigint, id)`.execute(db);
}
