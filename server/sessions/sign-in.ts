import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createSession } from '#contract/sessions.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { inTransaction } from '#server/transaction.ts';
import { beginSession } from './begin.ts';
import type { Origin } from './begin.ts';
import { passwordMatches } from './passwords.ts';
import { countTry, forgetFailures } from './sign-in-limit.ts';

/**
 * Signs in by e-mail or username. An unknown account costs the same time and gets the same answer as a wrong
 * password, and wrong tries are counted for both (T37–T40).
 */
export async function signIn(
  ctx: Ctx,
  input: Body<typeof createSession>,
  origin: Origin,
): Promise<Reply<typeof createSession>> {
  const account = await findAccount(ctx.db, input.login);
  const key = failuresKey(account?.id ?? null, input.login, origin.ip);
  await countTry(ctx.db, key);
  const right = await passwordMatches(account?.password_hash ?? null, input.password);
  if (!right || !account) fail('wrong_credentials');
  await forgetFailures(ctx.db, key);
  if (account.banned) fail('account_banned');
  return inTransaction(ctx.db, (tx) => beginSession(ctx, tx, account.id, 'password', origin));
}

interface Account {
  id: number;
  password_hash: string | null;
  banned: boolean;
}

/** By name, or by address: who proved it first, else who claimed it first. */
async function findAccount(db: Queryable, login: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select id, password_hash, state = 'banned' as banned from users
    where (email = ${login}::citext or username = ${login}::citext) and state <> 'closed'
    order by email_verified_at is null, id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** One count for an account however its login is spelt; an unknown login is counted by its hash. */
export function failuresKey(accountId: number | null, login: string, ip: string): string {
  const who = accountId ?? createHash('sha256').update(login.toLowerCase()).digest('base64url');
  return `wrong-password:${who}:${ip}`;
}

/** Signs out: the session's row is gone, so its token stops working with the next request. */
export async function signOut(ctx: Ctx, viewer: Viewer): Promise<void> {
  await sql`delete from sessions where id = ${viewer.sessionId}`.execute(ctx.db);
}
