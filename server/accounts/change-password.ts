import { sql } from 'kysely';
import type { changePassword as endpoint } from '#contract/account.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { endSessions } from '#server/http/session.ts';
import { enqueue } from '#server/jobs.ts';
import { hashPassword, passwordMatches } from '#server/sessions/passwords.ts';
import { inTransaction } from '#server/transaction.ts';
import { securityMail } from './mails.ts';

/** Keeps another password. Every other session ends, no device is trusted any more, withdrawals wait. */
export async function changePassword(
  ctx: Ctx,
  viewer: Viewer,
  { currentPassword, password }: Body<typeof endpoint>,
): Promise<void> {
  const { rows } = await sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${viewer.id}`.execute(ctx.db);
  const kept = rows[0]!.password_hash;
  if (kept !== null) await checkCurrent(kept, currentPassword);
  if (await passwordMatches(kept, password)) fail('same_password', { errors: { password: samePassword } });
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx.db, async (tx) => {
    const { rows: changed } = await sql<{ email: string }>`
      update users set password_hash = ${passwordHash}, password_changed_at = market_now(),
        security_changed_at = market_now()
      where id = ${viewer.id} and password_hash is not distinct from ${kept} returning email::text`.execute(
      tx,
    );
    // Another change was faster: this one proved a password that is no longer the account's.
    const { email } = changed[0] ?? fail('wrong_credentials');
    await endSessions(tx, viewer.id, viewer.sessionId);
    await sql`update devices set trusted_until = null where user_id = ${viewer.id}`.execute(tx);
    await sql`update one_time_secrets set used_at = market_now()
      where user_id = ${viewer.id} and kind = 'password_reset' and used_at is null`.execute(tx);
    const { username } = viewer;
    await enqueue(tx, 'mail.send', securityMail({ to: email, username, what: 'Senha alterada' }));
    const subject = { kind: 'user', id: viewer.id } as const;
    await record(tx, { kind: 'account.password_changed', actor: viewer, subject });
  });
}

const samePassword = 'Escolha uma senha diferente da anterior.';

async function checkCurrent(kept: string, given: string | undefined): Promise<void> {
  if (given === undefined)
    fail('invalid_request', { errors: { currentPassword: 'Informe sua senha atual.' } });
  if (!(await passwordMatches(kept, given)))
    fail('wrong_credentials', { detail: 'A senha atual não confere. Confira e tente de novo.' });
}
