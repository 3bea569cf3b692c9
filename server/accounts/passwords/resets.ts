import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type {
  checkPasswordReset as checkEndpoint,
  resetPassword as resetEndpoint,
} from '#contract/accounts/sessions.ts';
import { maskEmail } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { isWithinLimit } from '#server/http/limits/rate-limit.ts';
import { endSessions, hashToken, newToken } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import { beginSession } from '#server/accounts/sessions/begin.ts';
import type { Origin } from '#server/accounts/sessions/devices.ts';
import { hashPassword } from '#server/accounts/sessions/passwords.ts';
import { clearAccountAttempts } from '#server/accounts/sessions/sign-in-limit.ts';
import { refuseWeakPassword } from '#server/accounts/sessions/weak-passwords.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { proveAddress } from '#server/accounts/contact/first-proof.ts';
import { passwordResetMail } from '#server/accounts/sign-in-mails.ts';
import { refuseSamePassword, completePasswordChange } from './change.ts';
import { refuseClosedAccount } from '#server/accounts/sessions/banned.ts';

const hourMs = 3_600_000;

/**
 * Requests a reset link. The request only enqueues a job, so that neither the answer nor its time reveals whether the
 * account exists (T37, T38).
 */
export async function requestPasswordReset(ctx: Ctx, email: string, ip: string): Promise<void> {
  await inTransaction(ctx.db, (tx) => enqueue(tx, 'password-reset.mail', { email, ip }));
}

/**
 * Mails the link, if there is an account, to the stored address and not to the typed one (T42). An account that proved
 * the address comes first, then the newest claim, because the owner of the mailbox decides.
 */
export async function mailPasswordReset(ctx: Ctx, asked: { email: string; ip: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number; username: string; email: string }>`
      select id, username::text, email::text from users
      where ${asked.email.startsWith('@') ? sql`username = ${asked.email.slice(1)}::citext` : sql`email = ${asked.email}::citext`}
        and state not in ('banned', 'closed')
      order by email_verified_at is null, id desc limit 1`.execute(tx);
    const account = rows[0];
    if (!account) return;
    const { codes } = (await currentRules(ctx.db, tx)).rules;
    const counter = `password-reset:${account.id}`;
    if (!(await isWithinLimit(tx, counter, codes.passwordResetsPerHour, hourMs))) return;
    const url = await newResetLink(ctx, tx, account, codes.passwordResetMs);
    const subject = { kind: 'user', id: account.id } as const;
    await record(tx, { kind: 'account.password_reset_requested', actor: null, subject, ip: asked.ip });
    await enqueue(tx, 'mail.send', passwordResetMail({ to: account.email, username: account.username, url }));
  });
}

/**
 * Stores a link that sets the account's password once.
 * @returns its address; the database has only a hash of its token
 */
export async function newResetLink(
  { config }: Pick<Ctx, 'config'>,
  tx: Tx,
  { id, email }: { id: number; email: string },
  validMs: number,
): Promise<string> {
  const token = newToken();
  await sql`insert into one_time_secrets (kind, token_hash, user_id, target, expires_at)
    values ('password_reset', ${hashToken(token)}, ${id}, ${email},
      market_now() + ${validMs}::bigint * interval '1 millisecond')`.execute(tx);
  // Links come from the configured origin only, never from the request's Host (T41).
  return `${config.publicUrl}/auth/recovery?token=${token}`;
}

/** Whether the link is still valid, with a masked hint of its account. */
export async function checkPasswordReset(db: Queryable, token: string): Promise<Reply<typeof checkEndpoint>> {
  return { emailHint: maskEmail((await findReset(db, token)).email) };
}

/**
 * Stores the new password and signs in. Every session, other link and trusted device is revoked; the second factor is
 * still required (T43). The link proves the address, so an account that was not proven loses all earlier sign-in methods
 * (T50).
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: Body<typeof resetEndpoint>,
  origin: Origin,
): Promise<Reply<typeof resetEndpoint>> {
  const account = await findReset(ctx.db, token);
  if (account.banned) await refuseClosedAccount(ctx, ctx.db, account.id);
  await refuseWeakPassword(password, account);
  await refuseSamePassword(account.password_hash, password);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx.db, async (tx) => {
    await consumeReset(tx, token);
    const proof = { userId: account.id, email: account.email, viewer: null, bringsPassword: true };
    if ((await proveAddress(ctx, tx, proof)).kind === 'refused') fail('link_expired');
    await sql`update users set password_hash = ${passwordHash}, password_changed_at = market_now(),
      security_changed_at = market_now() where id = ${account.id}`.execute(tx);
    await endSessions(tx, account.id);
    await clearAccountAttempts(tx, account.id);
    await completePasswordChange(ctx, tx, { userId: account.id, actor: null, how: 'reset', ip: origin.ip });
    return beginSession(ctx, tx, account.id, 'password_reset', origin);
  });
}

interface Reset {
  id: number;
  username: string;
  email: string;
  password_hash: string | null;
  banned: boolean;
}

const isOpen = sql`s.kind = 'password_reset' and s.used_at is null and s.expires_at > market_now()`;

/** The account of a valid link, if it still has the address that the link was mailed to. */
async function findReset(db: Queryable, token: string): Promise<Reset> {
  const { rows } = await sql<Reset>`
    select u.id, u.username::text, u.email::text, u.password_hash, u.state = 'banned' as banned
    from one_time_secrets s join users u on u.id = s.user_id and u.email = s.target::citext
    where s.token_hash = ${hashToken(token)} and ${isOpen} and u.state <> 'closed'`.execute(db);
  return rows[0] ?? fail('link_expired');
}

/** Consumes the link. Of concurrent requests one succeeds. */
async function consumeReset(tx: Tx, token: string): Promise<void> {
  const { rows } = await sql`update one_time_secrets s set used_at = market_now()
    where s.token_hash = ${hashToken(token)} and ${isOpen} returning 1 as used`.execute(tx);
  if (rows.length === 0) fail('link_expired');
}
