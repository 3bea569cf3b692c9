import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createFirstAdmin as createEndpoint } from '#contract/accounts/first-admin.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { beginSession } from '#server/accounts/sessions/begin.ts';
import type { Origin } from '#server/accounts/sessions/devices.ts';
import { hashPassword } from '#server/accounts/sessions/passwords.ts';
import { refuseWeakPassword } from '#server/accounts/sessions/weak-passwords.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createAccount, refuseTakenName } from './commands.ts';
import { isProvenByAnother } from './documents/claims.ts';

/** How long the printed link works; each start prints another. */
export const firstAdminLinkMs = 60 * 60_000;

/**
 * Stores a link that makes the first administrator.
 * @returns its path, or null once there is an administrator; the database has only a hash of its token
 */
export async function newFirstAdminLink(db: Queryable): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  const token = newToken();
  await sql`insert into one_time_secrets (kind, token_hash, expires_at)
    values ('first_admin', ${hashToken(token)}, market_now() + ${firstAdminLinkMs} * interval '1 millisecond')`.execute(
    db,
  );
  return `/primeiro-acesso?token=${token}`;
}

/** @throws `admin_exists`, or `link_expired` for a link that was used, has expired or never existed */
export async function checkFirstAdminLink(db: Queryable, token: string): Promise<void> {
  if (await hasAdmin(db)) fail('admin_exists');
  const { rows } = await sql`select from one_time_secrets where ${isOpenLink(token)}`.execute(db);
  if (rows.length === 0) refuseLink();
}

/**
 * Creates the first administrator and signs in. The address counts as proven, because the operator, who reads the link,
 * vouches for it, as with `npm run admin -- create-admin`. Of concurrent requests one succeeds: they queue for the lock of
 * `guard_role`, and each link is consumed once.
 * @throws `admin_exists` once there is an administrator, whatever became of that account
 */
export async function createFirstAdmin(
  ctx: Ctx,
  { token, username, email, password }: Body<typeof createEndpoint>,
  origin: Origin,
): Promise<Reply<typeof createEndpoint>> {
  await checkFirstAdminLink(ctx.db, token);
  await refuseTakenName(ctx.db, username);
  await refuseWeakPassword(password, { username, email });
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(tx);
    if (await hasAdmin(tx)) fail('admin_exists');
    await consumeLink(tx, token);
    if (await isProvenByAnother(tx, { userId: 0, email }))
      fail('invalid_request', {
        errors: { email: 'Este e-mail já é de outra conta. Use outro, ou npm run admin -- create-admin.' },
      });
    const account = { username, email, passwordHash, emailProven: true };
    const id = await createAccount(ctx, tx, account, origin.ip);
    await sql`update users set role = 'admin' where id = ${id}`.execute(tx);
    await recordDecision(tx, {
      kind: 'account.role_changed',
      actor: null,
      subject: { kind: 'user', id },
      before: { role: 'user' },
      after: { role: 'admin' },
      reason: 'Primeiro acesso, pelo link que o servidor mostrou ao iniciar',
      ip: origin.ip,
    });
    return beginSession(ctx, tx, id, 'registration', origin);
  });
}

/** An administrator in any state counts, so that the link is no way around a suspension. */
async function hasAdmin(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from users where role = 'admin' limit 1`.execute(db);
  return rows.length > 0;
}

const isOpenLink = (token: string) =>
  sql`kind = 'first_admin' and token_hash = ${hashToken(token)} and used_at is null and expires_at > market_now()`;

async function consumeLink(tx: Tx, token: string): Promise<void> {
  const { rows } = await sql`update one_time_secrets set used_at = market_now()
    where ${isOpenLink(token)} returning 1 as used`.execute(tx);
  if (rows.length === 0) refuseLink();
}

function refuseLink(): never {
  fail('link_expired', {
    detail: 'Este link venceu ou já foi usado. Reinicie o servidor: ele mostra outro.',
  });
}
