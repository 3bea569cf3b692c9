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
import { releaseAccount } from '#server/accounts/sessions/sign-in-limit.ts';
import { refuseWeakPassword } from '#server/accounts/sessions/weak-passwords.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { proveAddress } from '#server/accounts/contact/first-proof.ts';
import { passwordResetMail } from '#server/accounts/sign-in-mails.ts';
import { refuseSamePassword, tellOfNewPassword } from './change.ts';

const hourMs = 3_600_000;

/**
 * Asks for a link. All the request does is write down the address, so that neither answer nor time tells whether
 * there is such an account (T37, T38); the rest is the job's.
 */
export async function requestPasswordReset(ctx: Ctx, email: string, ip: string): Promise<void> {
  await inTransaction(ctx.db, (tx) => enqueue(tx, 'password-reset.mail', { email, ip }));
}

/**
 * Mails the link, if there is an account, to the address that is kept and never to the one that was typed (T42).
 * Whoever proved the address comes first, then the newest claim: it is its mailbox that decides.
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
    const token = newToken();
    await sql`insert into one_time_secrets (kind, token_hash, user_id, target, expires_at)
      values ('password_reset', ${hashToken(token)}, ${account.id}, ${account.email},
        market_now() + ${codes.passwordResetMs}::bigint * interval '1 millisecond')`.execute(tx);
    const subject = { kind: 'user', id: account.id } as const;
    await record(tx, { kind: 'account.password_reset_requested', actor: null, subject, ip: asked.ip });
    // Links come from the configured origin only, never from the request's Host (T41).
    const url = `${ctx.config.publicUrl}/auth/recovery?token=${token}`;
    await enqueue(tx, 'mail.send', passwordResetMail({ to: account.email, username: account.username, url }));
  });
}

/** Whether the link still opens a new password, and of which account. */
export async function checkPasswordReset(db: Queryable, token: string): Promise<Reply<typeof checkEndpoint>> {
  return { emailHint: maskEmail((await findReset(db, token)).email) };
}

/**
 * Keeps the new password and signs in. Every session, every other link and every trust in a device ends; the second
 * factor is still asked (T43). Having read the letter proves the address: an account that nobody had proved is rid
 * of every key that was put on it before (T50).
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: Body<typeof resetEndpoint>,
  origin: Origin,
): Promise<Reply<typeof resetEndpoint>> {
  const account = await findReset(ctx.db, token);
  if (account.banned) fail('account_banned');
  await refuseWeakPassword(password, account);
  await refuseSamePassword(account.password_hash, password);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx.db, async (tx) => {
    await useReset(tx, token);
    const proof = { userId: account.id, email: account.email, viewer: null, bringsPassword: true };
    if ((await proveAddress(ctx, tx, proof)).kind === 'refused') fail('link_expired');
    await sql`update users set password_hash = ${passwordHash}, password_changed_at = market_now(),
      security_changed_at = market_now() where id = ${account.id}`.execute(tx);
    await endSessions(tx, account.id);
    await releaseAccount(tx, account.id);
    await tellOfNewPassword(ctx, tx, { userId: account.id, actor: null, how: 'reset', ip: origin.ip });
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

/** The account of an open link, while it still has the address the link was mailed to. */
async function findReset(db: Queryable, token: string): Promise<Reset> {
  const { rows } = await sql<Reset>`
    select u.id, u.username::text, u.email::text, u.password_hash, u.state = 'banned' as banned
    from one_time_secrets s join users u on u.id = s.user_id and u.email = s.target::citext
    where s.token_hash = ${hashToken(token)} and ${isOpen} and u.state <> 'closed'`.execute(db);
  return rows[0] ?? fail('link_expired');
}

/** Of twenty at once one is first; for the others the link was used. */
async function useReset(tx: Tx, token: string): Promise<void> {
  const { rows } = await sql`update one_time_secrets s set used_at = market_now()
    where s.token_hash = ${hashToken(token)} and ${isOpen} returning 1 as used`.execute(tx);
  if (rows.length === 0) fail('link_expired');
}
