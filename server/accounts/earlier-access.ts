import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { isRestricted } from './limits.ts';

/** How many items of each kind were removed from an account. */
export interface RemovedAccess {
  sessions: number;
  password: number;
  passkeys: number;
  totp: number;
  recoveryCodes: number;
  identities: number;
  phone: number;
  devices: number;
  emailChanges: number;
  noticePreferences: number;
  closures: number;
}

/**
 * Removes sign-in methods and settings that the registering session did not set (ADR 70, T50). Deleting a session also
 * deletes its push tokens, photo links and challenges.
 * @param keptSession the registering session that proves the address; null removes everything, also the password
 * @param change the change of address that is being confirmed
 */
export async function endEarlierAccess(
  tx: Tx,
  userId: number,
  keptSession: number | null,
  change: number | null = null,
): Promise<RemovedAccess> {
  // Sessions first: adding a sign-in method locks its session, so the next statement sees what it wrote.
  const { rows: ended } = await sql`delete from sessions
    where user_id = ${userId} and id is distinct from ${keptSession}::bigint returning 1 as ended`.execute(
    tx,
  );
  const keys = await removeKeys(tx, userId, keptSession);
  const rest = await removeSettings(tx, userId, keptSession, change);
  return { sessions: ended.length, ...keys, ...rest };
}

type Keys = 'password' | 'passkeys' | 'totp' | 'recoveryCodes' | 'identities' | 'phone' | 'devices';

async function removeKeys(tx: Tx, userId: number, kept: number | null): Promise<Pick<RemovedAccess, Keys>> {
  const older = sql`user_id = ${userId} and (${kept}::bigint is null or session_id is distinct from ${kept}::bigint)`;
  const { rows } = await sql<Omit<Pick<RemovedAccess, Keys>, 'recoveryCodes'>>`
    with old_passkeys as (delete from passkeys where ${older} returning 1),
      old_totp as (delete from totp_secrets where ${older} returning confirmed_at),
      old_identities as (delete from identities where ${older} returning 1),
      old_devices as (delete from devices where user_id = ${userId}
        and id is distinct from (select device_id from sessions where id = ${kept}::bigint) returning trusted_until),
      before as (select password_hash, phone, phone_session_id from users where id = ${userId}),
      cleared as (
        update users set password_hash = case when ${kept}::bigint is not null then password_hash end,
          phone = case when phone_session_id = ${kept}::bigint then phone end,
          phone_verified_at = case when phone_session_id = ${kept}::bigint then phone_verified_at end
        where id = ${userId})
    select (select count(*) from old_passkeys)::int as passkeys,
      (select count(*) from old_totp where confirmed_at is not null)::int as totp,
      (select count(*) from old_identities)::int as identities,
      (select count(*) from old_devices where trusted_until is not null)::int as devices,
      (${kept}::bigint is null and password_hash is not null)::int as password,
      (phone is not null and (${kept}::bigint is null or phone_session_id is distinct from ${kept}::bigint))::int as phone
    from before`.execute(tx);
  const { rows: codes } = await sql`delete from recovery_codes r where user_id = ${userId}
    and not exists (select from passkeys p where p.user_id = r.user_id)
    and not exists (select from totp_secrets t where t.user_id = r.user_id and t.confirmed_at is not null)
    returning 1 as removed`.execute(tx);
  return { ...rows[0]!, recoveryCodes: codes.length };
}

type Settings = 'emailChanges' | 'noticePreferences' | 'closures';

async function removeSettings(
  tx: Tx,
  userId: number,
  kept: number | null,
  change: number | null,
): Promise<Pick<RemovedAccess, Settings>> {
  const nothingKept = sql`${kept}::bigint is null`;
  const { rows } = await sql<Pick<RemovedAccess, Settings>>`
    with old_changes as (
        update email_changes e set cancelled_at = market_now()
        where user_id = ${userId} and done_at is null and cancelled_at is null and id is distinct from ${change}::bigint
          and not exists (select from one_time_secrets s where s.user_id = e.user_id
            and s.kind in ('email_change_old', 'email_change_new') and (s.payload ->> 'changeId')::bigint = e.id
            and (s.payload ->> 'sessionId')::bigint = ${kept}::bigint)
        returning 1),
      old_secrets as (
        update one_time_secrets set used_at = market_now()
        where user_id = ${userId} and used_at is null and ${nothingKept}),
      old_preferences as (
        delete from notice_preferences where user_id = ${userId} and ${nothingKept} returning 1),
      old_closures as (
        update account_closures set cancelled_at = market_now()
        where user_id = ${userId} and cancelled_at is null and done_at is null and ${nothingKept} returning 1),
      reopened as (
        update users u set state = case when ${isRestricted} then 'restricted' else 'active' end
        where id = ${userId} and state = 'closing' and ${nothingKept})
    select (select count(*) from old_changes)::int as "emailChanges",
      (select count(*) from old_preferences)::int as "noticePreferences",
      (select count(*) from old_closures)::int as closures`.execute(tx);
  return rows[0]!;
}
