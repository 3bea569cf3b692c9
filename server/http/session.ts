import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isStaff as hasStaffRole } from '#domain/accounts/accounts.ts';
import type { AccountState, Role, SessionState, Viewer } from '#domain/accounts/accounts.ts';
import { defaultSignInRules } from '#domain/accounts/sign-in.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** SHA-256 of a bearer token: the only stored form. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new random secret of 256 bits for tokens and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

interface NewSession {
  userId: number;
  ip: string;
  userAgent: string;
  /** `pending`: the second step is missing. */
  state?: SessionState;
  deviceId?: number | null;
  /** The person has just proved their identity by a second factor. */
  secondFactor?: boolean;
  /** The account was created in it: its keys survive the confirmation of the e-mail address (ADR 70). */
  registered?: boolean;
}

/** SQL of the current session lifetimes: those of staff are shorter (ASVS 7). */
const lifetimes = sql`(select rules -> 'security' -> 'session' as of,
    (rules -> 'signIn' ->> 'pendingMs')::bigint as pending_ms from rule_versions
  where starts_at <= market_now() order by starts_at desc, id desc limit 1)`;
const isStaff = sql`u.role in ('support', 'admin')`;
/** SQL: whether a person (`u`) has a working second factor. */
export const hasSecondFactor = sql`(exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = u.id))`;

const idle = sql`(case when ${isStaff} then l.of ->> 'staffIdleMs' else l.of ->> 'idleMs' end)::bigint`;
const absolute = sql`(case when ${isStaff} then l.of ->> 'staffAbsoluteMs' else l.of ->> 'absoluteMs' end)::bigint`;

/**
 * Creates a session; the returned token is shown once and never stored (ASVS V7). Signing in is itself a proof of
 * identity, so changes of money, keys and e-mail are allowed for some minutes.
 */
export async function openSession(db: Queryable, session: NewSession): Promise<string> {
  const token = newToken();
  const { state = 'active', deviceId = null, secondFactor = false, registered = false } = session;
  const now = sql`market_now()`;
  const pending = sql`coalesce(l.pending_ms, ${defaultSignInRules.pendingMs}::bigint)`;
  const atMost = state === 'pending' ? pending : sql`null::bigint`;
  await sql`insert into sessions
      (user_id, token_hash, ip, user_agent, state, device_id, registered, proved_at, second_factor_at, expires_at, absolute_expires_at)
    select u.id, ${hashToken(token)}, ${session.ip}, ${session.userAgent}, ${state}, ${deviceId}::bigint, ${registered},
      ${state === 'active' ? now : null}, ${secondFactor ? now : null},
      market_now() + least(${idle}, ${atMost}) * interval '1 millisecond',
      market_now() + least(${absolute}, ${atMost}) * interval '1 millisecond'
    from users u, ${lifetimes} l where u.id = ${session.userId}`.execute(db);
  return token;
}

/**
 * Activates a session after its second step: it gets a new token and the old one becomes invalid (T48). Null when the
 * session is no longer pending.
 */
export async function activateSession(
  db: Queryable,
  sessionId: number,
  secondFactor: boolean,
): Promise<string | null> {
  const token = newToken();
  const { rows } = await sql`update sessions s set token_hash = ${hashToken(token)}, state = 'active',
      proved_at = market_now(), second_factor_at = ${secondFactor ? sql`market_now()` : null},
      last_used_at = market_now(), expires_at = market_now() + ${idle} * interval '1 millisecond',
      absolute_expires_at = market_now() + ${absolute} * interval '1 millisecond'
    from users u, ${lifetimes} l
    where s.id = ${sessionId} and s.state = 'pending' and u.id = s.user_id returning s.id`.execute(db);
  return rows.length > 0 ? token : null;
}

/** Records that the person of a session has just proved their identity. */
export async function markProved(db: Queryable, sessionId: number, secondFactor: boolean): Promise<void> {
  await sql`update sessions set proved_at = market_now(),
      second_factor_at = ${secondFactor ? sql`market_now()` : sql`second_factor_at`}
    where id = ${sessionId}`.execute(db);
}

/** Ends the sessions of a person, optionally all but one. */
export async function endSessions(
  db: Queryable,
  userId: number,
  except: number | null = null,
): Promise<number> {
  const { rows } = await sql`delete from sessions
    where user_id = ${userId} and id is distinct from ${except}::bigint returning 1 as ended`.execute(db);
  return rows.length;
}

/**
 * Locks the caller's session until the transaction ends, so that no key is added for a session that ends at the same
 * time.
 * @throws unauthenticated
 */
export async function lockSession(tx: Tx, { id, sessionId }: Viewer): Promise<void> {
  const { rows } = await sql`select 1 as held from sessions
    where id = ${sessionId} and user_id = ${id} and state = 'active' for key share`.execute(tx);
  if (rows.length === 0) fail('unauthenticated');
}

/** A session with its caller. */
export interface Session {
  viewer: Viewer;
  state: SessionState;
}

/** The session of the bearer token, or null. Its expiry is extended when a thirtieth of its idle time has passed. */
export async function findSession(ctx: Ctx, request: FastifyRequest): Promise<Session | null> {
  const token = bearerToken(request.headers.authorization);
  if (!token) return null;
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, ${isStaff} and ${hasSecondFactor} as has_second_factor, s.state as session_state, u.id, u.username::text, u.role, u.state,
      s.last_used_at < market_now() - (s.expires_at - s.last_used_at) / 30 as stale,
      u.email_verified_at is not null as email_verified
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashToken(token)} and ${isUsableSession}`.execute(ctx.db);
  const row = rows[0];
  if (!row) return null;
  if (row.stale) await extendSession(ctx, row.session_id, row.id);
  const { id, username, role } = row;
  return {
    state: row.session_state,
    viewer: {
      id,
      username,
      role,
      emailVerified: row.email_verified,
      asStaff: await hasStaffRights(ctx, row),
      sessionId: row.session_id,
      standing: row.state === 'suspended' ? 'suspended' : 'good',
      ip: request.ip,
    },
  };
}

/** T113: the staff role alone is not enough, because a stolen password would bring it along. */
async function hasStaffRights(ctx: Ctx, row: SessionRow): Promise<boolean> {
  if (row.session_state !== 'active' || !hasStaffRole(row.role)) return false;
  return row.has_second_factor || !(await currentRules(ctx.db)).rules.security.staffNeedsSecondFactor;
}

/** SQL: a session (`s`) that has not expired, of a person (`u`) who may sign in. */
export const isUsableSession = sql`(s.expires_at > market_now() and u.state not in ('banned', 'closed'))`;

/** Which of these sessions have ended. */
export async function endedSessions(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select held.id from unnest(${ids}::bigint[]) as held (id) where not exists (select from sessions s
      join users u on u.id = s.user_id where s.id = held.id and s.state = 'active' and ${isUsableSession})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

interface SessionRow {
  session_id: number;
  session_state: SessionState;
  /** Loaded for staff only. */
  has_second_factor: boolean;
  stale: boolean;
  id: number;
  username: string;
  role: Role;
  state: AccountState;
  email_verified: boolean;
}

function bearerToken(header: string | undefined): string | null {
  const match = header ? /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(header) : null;
  return match ? match[1]! : null;
}

/** Extends the expiry by the idle time, at most to the absolute end. */
async function extendSession(ctx: Ctx, sessionId: number, userId: number): Promise<void> {
  await sql`with slid as (
      update sessions set last_used_at = market_now(),
        expires_at = least(market_now() + (expires_at - last_used_at), absolute_expires_at)
      where id = ${sessionId})
    update users set last_seen_at = market_now() where id = ${userId}`.execute(ctx.db);
}
