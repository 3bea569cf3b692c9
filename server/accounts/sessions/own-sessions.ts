import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { endOtherSessions, listSessions } from '#contract/accounts/sessions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { revokeTrust } from '#server/accounts/factors/trusted-devices.ts';
import { endSessions } from '#server/http/session.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { deviceLabel } from './device-label.ts';

interface SessionRow {
  id: number;
  user_agent: string;
  ip: string;
  trusted: boolean;
  created_at: Date;
  last_used_at: Date;
}

/** The viewer's open sessions, newest use first. */
export async function ownSessions(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listSessions>> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.user_agent, s.ip, coalesce(d.trusted_until > market_now(), false) as trusted,
      s.created_at, s.last_used_at
    from sessions s left join devices d on d.id = s.device_id
    where s.user_id = ${viewer.id} and s.state = 'active' and s.expires_at > market_now()
    order by s.last_used_at desc, s.id desc`.execute(ctx.db);
  const items = rows.map((row) => ({
    id: row.id,
    current: row.id === viewer.sessionId,
    device: deviceLabel(row.user_agent),
    ip: row.ip,
    trusted: row.trusted,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }));
  return { items };
}

/** Ends one session of the viewer at once and revokes the trust in its device. */
export async function endOwnSession(ctx: Ctx, viewer: Viewer, id: number, ip: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ device_id: number | null }>`
      delete from sessions where id = ${id} and user_id = ${viewer.id} returning device_id`.execute(tx);
    const { device_id: deviceId } = rows[0] ?? fail('not_found');
    if (deviceId !== null) await revokeTrust(tx, viewer.id, deviceId);
    await recordEnd(tx, viewer, 1, ip);
  });
}

/** Ends every other session of the viewer and revokes the trust in every device. */
export async function endOwnOthers(
  ctx: Ctx,
  viewer: Viewer,
  ip: string,
): Promise<Reply<typeof endOtherSessions>> {
  return inTransaction(ctx.db, async (tx) => {
    const ended = await endSessions(tx, viewer.id, viewer.sessionId);
    await revokeTrust(tx, viewer.id);
    if (ended > 0) await recordEnd(tx, viewer, ended, ip);
    return { ended };
  });
}

function recordEnd(tx: Tx, viewer: Viewer, ended: number, ip: string): Promise<void> {
  const subject = { kind: 'user', id: viewer.id } as const;
  return record(tx, { kind: 'account.session_ended', actor: viewer, subject, data: { ended }, ip });
}
