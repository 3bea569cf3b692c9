import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { hashToken } from '#server/http/session.ts';

/** The long-lived cookie that recognises a browser across sign-ins; it gives no access by itself. */
export const deviceCookie = 'praca_device';

/** The id of this browser's device, if the account was used on it before. */
export async function knownDeviceId(db: Queryable, userId: number, cookies: Cookies): Promise<number | null> {
  const token = cookies.read(deviceCookie);
  if (!token) return null;
  const { rows } = await sql<{ id: number }>`
    select id from devices where user_id = ${userId} and token_hash = ${hashToken(token)}`.execute(db);
  return rows[0]?.id ?? null;
}
