import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Role, Viewer } from '#domain/accounts.ts';
import type { Ctx, Queryable } from '#server/context.ts';

const slidingDays = 30;

/** SHA-256 of a bearer token: the only form in which it is kept. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new session; the returned token is shown once and never stored (ASVS V7). */
export async function openSession(
  db: Queryable,
  session: { userId: number; ip: string; userAgent: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`insert into sessions (user_id, token_hash, ip, user_agent, expires_at)
    values (${session.userId}, ${hashToken(token)}, ${session.ip}, ${session.userAgent},
      market_now() + ${slidingDays} * interval '1 day')`.execute(db);
  return token;
}

/** The person behind the bearer token, or null. The session slides forward once an hour at most. */
export async function findViewer(ctx: Ctx, request: FastifyRequest): Promise<Viewer | null> {
  const token = bearerToken(request.headers.authorization);
  if (!token) return null;
  const { rows } = await sql<ViewerRow>`
    select s.id as session_id, s.last_used_at < market_now() - interval '1 hour' as stale,
      u.id, u.username::text, u.role, u.email_verified_at is not null as email_verified
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashToken(token)} and s.expires_at > market_now()`.execute(ctx.db);
  const row = rows[0];
  if (!row) return null;
  if (row.stale) await slide(ctx, row.session_id, row.id);
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    emailVerified: row.email_verified,
    sessionId: row.session_id,
  };
}

interface ViewerRow {
  session_id: number;
  stale: boolean;
  id: number;
  username: string;
  role: Role;
  email_verified: boolean;
}

function bearerToken(header: string | undefined): string | null {
  const match = header ? /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(header) : null;
  return match ? match[1]! : null;
}

async function slide(ctx: Ctx, sessionId: number, userId: number): Promise<void> {
  await sql`with slid as (
      update sessions set last_used_at = market_now(), expires_at = market_now() + ${slidingDays} * interval '1 day'
      where id = ${sessionId})
    update users set last_seen_at = market_now() where id = ${userId}`.execute(ctx.db);
}
