import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { passwordMatches } from './passwords.ts';
import { countTry, forgetFailures } from './sign-in-limit.ts';
import { failuresKey } from './sign-in.ts';

/** Checks the viewer's password under the same brake as sign-in, so that a stolen session is no way to guess it. */
export async function provePassword(ctx: Ctx, viewer: Viewer, password: string, ip: string): Promise<void> {
  const key = failuresKey(viewer.id, viewer.username, ip);
  await countTry(ctx.db, key);
  const { rows } = await sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${viewer.id}`.execute(ctx.db);
  if (!(await passwordMatches(rows[0]?.password_hash ?? null, password)))
    fail('wrong_credentials', { detail: 'Senha incorreta. Confira e tente de novo.' });
  await forgetFailures(ctx.db, key);
}
