import { sql } from 'kysely';
import type { changePassword as changePasswordEndpoint } from '#contract/accounts/account.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { errorTable, fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { revokeTrust } from '#server/accounts/factors/trusted-devices.ts';
import { endSessions, lockSession } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import { countAttempt, clearAttempts } from '#server/accounts/sessions/attempt-limit.ts';
import { hashPassword, passwordMatches } from '#server/accounts/sessions/passwords.ts';
import { accountKey, placeLimit } from '#server/accounts/sessions/sign-in-limit.ts';
import { refuseWeakPassword } from '#server/accounts/sessions/weak-passwords.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { passwordChangedMail } from '#server/accounts/sign-in-mails.ts';

/** Sets a new password, after checking the old one if there is one. Ends every other session and open recovery. */
export async function changePassword(
  ctx: Ctx,
  viewer: Viewer,
  input: Body<typeof changePasswordEndpoint>,
  ip: string,
): Promise<void> {
  const account = await findAccount(ctx, viewer.id);
  if (account.password_hash !== null) await checkCurrentPassword(ctx, viewer, account.password_hash, input);
  await refuseWeakPassword(input.password, account);
  await refuseSamePassword(account.password_hash, input.password);
  const passwordHash = await hashPassword(input.password);
  await inTransaction(ctx.db, async (tx) => {
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    await lockSession(tx, viewer);
    const { rows } = await sql`
      update users set password_hash = ${passwordHash}, password_changed_at = market_now(),
        security_changed_at = market_now()
      where id = ${viewer.id} and password_hash is not distinct from ${account.password_hash} returning 1 as changed`.execute(
      tx,
    );
    // Of concurrent changes from the same old password, one succeeds.
    if (rows.length === 0) failCurrentPassword();
    await endSessions(tx, viewer.id, viewer.sessionId);
    await completePasswordChange(ctx, tx, { userId: viewer.id, actor: viewer, how: 'change', ip });
  });
}

/** @throws same_password at `password` */
export async function refuseSamePassword(storedHash: string | null, password: string): Promise<void> {
  if (storedHash === null || !(await passwordMatches(storedHash, password))) return;
  fail('same_password', { errors: { password: errorTable.same_password[1] } });
}

/** Invalidates recovery links, revokes trusted devices, records the change and notifies the owner. */
export async function completePasswordChange(
  ctx: Ctx,
  tx: Tx,
  change: { userId: number; actor: Viewer | null; how: 'change' | 'reset'; ip: string },
): Promise<void> {
  const { userId, actor, how, ip } = change;
  await sql`update one_time_secrets set used_at = market_now()
    where user_id = ${userId} and kind = 'password_reset' and used_at is null`.execute(tx);
  await revokeTrust(tx, userId);
  const subject = { kind: 'user', id: userId } as const;
  await record(tx, { kind: 'account.password_changed', actor, subject, data: { how }, ip });
  const { rows } = await sql<{ username: string; email: string }>`
    select username::text, email::text from users where id = ${userId}`.execute(tx);
  const { username, email: to } = rows[0]!;
  const url = `${ctx.config.publicUrl}/auth/recovery`;
  await enqueue(tx, 'mail.send', passwordChangedMail({ to, username, url }));
}

async function findAccount(ctx: Ctx, userId: number) {
  const { rows } = await sql<{ username: string; email: string; password_hash: string | null }>`
    select username::text, email::text, password_hash from users where id = ${userId}`.execute(ctx.db);
  return rows[0] ?? fail('unauthenticated');
}

/** The key of wrong attempts at the current password of an account. */
export const currentPasswordKey = (userId: number) => `current-password:${accountKey(userId)}`;

/** Checks the current password; wrong attempts are counted like those of sign-in. */
async function checkCurrentPassword(
  ctx: Ctx,
  viewer: Viewer,
  kept: string,
  { currentPassword }: Body<typeof changePasswordEndpoint>,
): Promise<void> {
  if (currentPassword === undefined) failCurrentPassword();
  const { signIn } = (await currentRules(ctx.db)).rules;
  const key = currentPasswordKey(viewer.id);
  await countAttempt(ctx.db, placeLimit(key, signIn));
  if (!(await passwordMatches(kept, currentPassword))) failCurrentPassword();
  await clearAttempts(ctx.db, [key]);
}

function failCurrentPassword(): never {
  return fail('wrong_credentials', {
    detail: 'A senha atual não confere. Confira e tente de novo.',
    errors: { currentPassword: 'A senha atual não confere. Confira e tente de novo.' },
  });
}
