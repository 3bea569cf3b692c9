import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createSession } from '#contract/accounts/sessions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { AppError, fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { beginSession } from './begin.ts';
import type { Origin } from './devices.ts';
import { knownDeviceId } from './known-device.ts';
import { passwordMatches } from './passwords.ts';
import { accountKey, countSignIn, loginFingerprint, loginKey } from './sign-in-limit.ts';
import { refuseClosedAccount } from './banned.ts';

/**
 * Signs in by e-mail or username. An unknown account costs the same time and gets the same answer as a wrong
 * password, and wrong tries are counted for both (T37–T40).
 */
export async function signIn(
  ctx: Ctx,
  input: Body<typeof createSession>,
  origin: Origin,
): Promise<Reply<typeof createSession>> {
  const claims = await findClaims(ctx.db, input.login);
  try {
    const account = await checkPassword(ctx, claims, input, origin);
    return await inTransaction(ctx.db, async (tx) => {
      await refuseChangedPassword(tx, account);
      return beginSession(ctx, tx, account.id, 'password', origin);
    });
  } catch (error) {
    if (error instanceof AppError) await recordRefusal(ctx, claims, input.login, error, origin);
    throw error;
  }
}

/** Refuses a password that was changed while it was being compared. */
async function refuseChangedPassword(tx: Tx, { id, password_hash: compared }: Account): Promise<void> {
  const { rows } = await sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${id} for share`.execute(tx);
  if (rows[0]?.password_hash !== compared) fail('wrong_credentials');
}

async function checkPassword(
  ctx: Ctx,
  claims: Claims,
  input: Body<typeof createSession>,
  { ip, cookies }: Origin,
): Promise<Account> {
  // An unproven address has its own count and no known devices; otherwise a claim would reveal whether the address has
  // an owner (T37).
  const counted = claims.find((claim) => claim !== null && (claim.proven || claims.length === 1));
  const tried = await countSignIn(ctx.db, {
    who: counted ? accountKey(counted.id) : loginKey(input.login),
    ip,
    knownDeviceId: counted ? await knownDeviceId(ctx.db, counted.id, cookies) : null,
  });
  const account = (await tried.unlessBusy(findMatching(claims, input.password))) ?? fail('wrong_credentials');
  // A person who only claims an address must not clear the count of guesses at its owner by their own password. The same
  // applies without an owner, because a difference would reveal it (T37).
  await (account.proven || claims.length === 1 ? tried.wasRight() : tried.wasAnothers());
  if (account.banned) await refuseClosedAccount(ctx, ctx.db, account.id);
  return account;
}

interface Account {
  id: number;
  password_hash: string | null;
  proven: boolean;
  banned: boolean;
}

/** The accounts that the login may mean, in the order of comparison; null stands for no account. */
type Claims = readonly (Account | null)[];

/**
 * A username gives one account. An address always gives two: the one that proved it and the newest unproven claim. So a
 * newcomer can sign in whether or not the address has an owner, in the same time (T37, T38).
 */
async function findClaims(db: Queryable, login: string): Promise<Claims> {
  const columns = sql`select id, password_hash, email_verified_at is not null as proven, state = 'banned' as banned
    from users where state <> 'closed'`;
  if (!login.includes('@')) {
    const { rows } = await sql<Account>`${columns} and username = ${login}::citext`.execute(db);
    return [rows[0] ?? null];
  }
  const { rows } = await sql<Account>`
    (${columns} and email = ${login}::citext and email_verified_at is not null)
    union all (${columns} and email = ${login}::citext and email_verified_at is null order by id desc limit 1)`.execute(
    db,
  );
  return [rows.find(({ proven }) => proven) ?? null, rows.find(({ proven }) => !proven) ?? null];
}

async function findMatching(claims: Claims, password: string): Promise<Account | null> {
  for (const claim of claims) if (await passwordMatches(claim?.password_hash ?? null, password)) return claim;
  return null;
}

/** Records every refused sign-in in the audit log, with a hash of the login instead of the typed text. */
async function recordRefusal(
  ctx: Ctx,
  claims: Claims,
  login: string,
  { code }: AppError,
  { ip }: Origin,
): Promise<void> {
  const account = claims.find((claim) => claim !== null);
  await inTransaction(ctx.db, (tx) =>
    record(tx, {
      kind: 'account.sign_in_refused',
      actor: null,
      subject: account ? { kind: 'user', id: account.id } : { kind: 'installation', id: 1 },
      data: { code, login: loginFingerprint(ctx, login) },
      ip,
    }),
  );
}

/** Signs out by deleting the session, so that its token stops working at once. */
export async function signOut(ctx: Ctx, viewer: Viewer): Promise<void> {
  await sql`delete from sessions where id = ${viewer.sessionId}`.execute(ctx.db);
}
