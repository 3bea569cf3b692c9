import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Role, Viewer } from '#domain/accounts/accounts.ts';
import type { AccountState } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { hashToken, isUsableSession } from './session.ts';

/** The cookie with the key of a photo link, on the phone that opened it. */
export const phoneCookie = 'praca_fotos';

/** SQL condition for a valid key (`p` is its link, `s` the session that made it, `u` its person). */
export const openKey = (key: string) =>
  sql`(p.key_hash = ${hashToken(key)} and p.expires_at > market_now() and s.state = 'active' and ${isUsableSession})`;

/**
 * The owner of the draft to which the phone adds photos (ADR 60), or null. They never have staff rights: the key opens
 * only endpoints for phones, and no session.
 */
export async function findPhone(ctx: Ctx, request: FastifyRequest): Promise<Viewer | null> {
  const key = request.cookies[phoneCookie];
  if (!key) return null;
  const { rows } = await sql<Row>`
    select u.id, u.username::text, u.role, u.state, u.email_verified_at is not null as "emailVerified",
      s.id as "sessionId"
    from photo_links p join sessions s on s.id = p.session_id join users u on u.id = s.user_id
    where ${openKey(key)}`.execute(ctx.db);
  const row = rows[0];
  if (!row) return null;
  const { state, ...viewer } = row;
  return {
    ...viewer,
    asStaff: false,
    standing: state === 'suspended' ? 'suspended' : 'good',
    ip: request.ip,
  };
}

interface Row {
  id: number;
  username: string;
  role: Role;
  state: AccountState;
  emailVerified: boolean;
  sessionId: number;
}
