import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createSession, register } from '#contract/accounts.ts';
import type { Role, Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { openSession } from '#server/http/session.ts';
import { inTransaction } from '#server/transaction.ts';
import { mailConfirmation } from './confirmations.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { currentUser } from './queries.ts';
import { countTry, forgetFailures } from './sign-in-limit.ts';

/** Where a request came from, kept with its session so that the owner can recognise it. */
interface Origin {
  ip: string;
  userAgent: string;
}

/** Creates the account, signs it in and mails the confirmation link. */
export async function registerAccount(
  ctx: Ctx,
  input: Body<typeof register>,
  origin: Origin,
): Promise<Reply<typeof register>> {
  await refuseTaken(ctx.db, input);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx.db, async (tx) => {
    const id = await insertUser(tx, { ...input, passwordHash });
    if (id === null) {
      // Somebody took the name or the address while the password was being hashed.
      await refuseTaken(tx, input);
      fail('unavailable');
    }
    await mailConfirmation(ctx, tx, { id, username: input.username, email: input.email });
    const token = await openSession(tx, { userId: id, ...origin });
    await record(tx, {
      kind: 'account.registered',
      actor: null,
      subject: { kind: 'user', id },
      ip: origin.ip,
    });
    return { token, user: await currentUser(tx, id) };
  });
}

async function refuseTaken(db: Queryable, input: { email: string; username: string }): Promise<void> {
  const { rows } = await sql<{ email: boolean; username: boolean }>`
    select exists (select from users where email = ${input.email}::citext) as email,
      exists (select from users where username = ${input.username}::citext) as username`.execute(db);
  const taken = rows[0]!;
  const errors: FieldErrors = {};
  if (taken.email) errors.email = 'Já existe uma conta com este e-mail. Entre nela ou use outro.';
  if (taken.username) errors.username = 'Este nome de usuário já existe. Escolha outro.';
  if (taken.email) fail('email_taken', { errors });
  if (taken.username) fail('username_taken', { errors });
}

async function insertUser(
  tx: Tx,
  user: { username: string; email: string; passwordHash: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, password_hash, terms_accepted_at)
    values (${user.username}, ${user.email}, ${user.passwordHash}, market_now())
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

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
  return inTransaction(ctx.db, async (tx) => {
    const token = await openSession(tx, { userId: account.id, ...origin });
    const actor: Viewer = { ...account, emailVerified: account.email_verified, sessionId: 0 };
    await record(tx, {
      kind: 'account.signed_in',
      actor,
      subject: { kind: 'user', id: account.id },
      ip: origin.ip,
    });
    return { token, user: await currentUser(tx, account.id) };
  });
}

interface Account {
  id: number;
  username: string;
  role: Role;
  email_verified: boolean;
  password_hash: string;
}

async function findAccount(db: Queryable, login: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select id, username::text, role, email_verified_at is not null as email_verified, password_hash
    from users where email = ${login}::citext or username = ${login}::citext limit 1`.execute(db);
  return rows[0] ?? null;
}

/** One count for an account however its login is spelt; an unknown login is counted by its hash. */
function failuresKey(accountId: number | null, login: string, ip: string): string {
  const who = accountId ?? createHash('sha256').update(login.toLowerCase()).digest('base64url');
  return `wrong-password:${who}:${ip}`;
}

/** Signs out: the session's row is gone, so its token stops working with the next request. */
export async function signOut(ctx: Ctx, viewer: Viewer): Promise<void> {
  await sql`delete from sessions where id = ${viewer.sessionId}`.execute(ctx.db);
}
