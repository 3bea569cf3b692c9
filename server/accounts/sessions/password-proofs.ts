import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { passwordMatches } from './passwords.ts';
import { accountKey, countSignIn } from './sign-in-limit.ts';

/** Checks the viewer's password under the same limits as sign-in, so that a stolen session cannot guess it. */
export async function provePassword(ctx: Ctx, viewer: Viewer, password: string, ip: string): Promise<void> {
  const { rows } = await sql<{ password_hash: string | null; device_id: number | null }>`
    select u.password_hash, s.device_id from sessions s join users u on u.id = s.user_id
    where s.id = ${viewer.sessionId}`.execute(ctx.db);
  const { password_hash: hash, device_id: knownDeviceId } = rows[0] ?? fail('unauthenticated');
  const tried = await countSignIn(ctx.db, { who: accountKey(viewer.id), ip, knownDeviceId });
  if (!(await tried.unlessBusy(passwordMatches(hash, password))))
    fail('wrong_credentials', { detail: 'Senha incorreta. Confira e tente de novo.' });
  await tried.wasRight();
}
