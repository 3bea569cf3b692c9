import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { enqueue } from '#server/jobs.ts';
import { hashCode, newCode, spendSecret, tryCode, voidCodes } from '#server/one-time-codes.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/transaction.ts';
import { dropOtherClaims, isProvenByAnother, lockAddress } from './claims.ts';
import { alreadyMemberMail } from './sign-in-mails.ts';
import { confirmationMail } from './mails.ts';

const kind = 'email_confirmation';

/**
 * Mails a link and six digits that prove the address; the digits of an older letter stop
 * working. The row keeps the address it was mailed to, and the letter goes to the address of the row (T54).
 */
export async function mailConfirmation(
  ctx: Ctx,
  tx: Tx,
  user: { id: number; username: string; email: string },
): Promise<void> {
  const { codes } = (await currentRules(ctx.db, tx)).rules;
  const token = newToken();
  const code = newCode();
  await voidCodes(tx, kind, user.id);
  const codeHash = hashCode(ctx.keys, { kind, userId: user.id, target: user.email }, code);
  const { rows } = await sql<{ target: string }>`
    insert into one_time_secrets (kind, token_hash, code_hash, user_id, target, expires_at)
    values (${kind}, ${hashToken(token)}, ${codeHash}, ${user.id}, ${user.email},
      market_now() + ${codes.confirmationMs}::bigint * interval '1 millisecond')
    returning target`.execute(tx);
  // Links come from the configured origin only, never from the request's Host (T41).
  const url = `${ctx.config.publicUrl}/verification?token=${token}`;
  const confirmation = confirmationMail({ to: rows[0]!.target, username: user.username, url, code });
  // An owner is told instead, with nothing in the letter that could confirm (T37). The row above stands either way,
  // so that no answer differs; nobody ever learns its secret.
  const inUse = alreadyMemberMail({ to: user.email, url: `${ctx.config.publicUrl}/auth/recovery` });
  const owned = await isProvenByAnother(tx, { userId: user.id, email: user.email });
  await enqueue(tx, 'mail.send', owned ? inUse : confirmation);
}

/** Confirms the address a link was mailed to. Following the link twice is the same as once. */
export async function confirmEmail(ctx: Ctx, token: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ user_id: number; target: string }>`
      update one_time_secrets set used_at = coalesce(used_at, market_now())
      where kind = ${kind} and token_hash = ${hashToken(token)} and expires_at > market_now()
      returning user_id, target`.execute(tx);
    const link = rows[0] ?? fail('link_expired');
    if (!(await proveAddress(tx, link.user_id, link.target))) fail('link_expired');
  });
}

/** Confirms the address by the digits of the letter. */
export async function confirmEmailByCode(ctx: Ctx, viewer: Viewer, code: string): Promise<void> {
  const { secretId, target } = await tryCode(ctx, kind, viewer.id, code);
  await inTransaction(ctx.db, async (tx) => {
    await spendSecret(tx, secretId);
    if (!(await proveAddress(tx, viewer.id, target))) fail('code_expired');
  });
}

/**
 * The address is the account's, if it still is the one that was mailed and nobody else proved it before.
 * @returns whether the account's address is confirmed now
 */
async function proveAddress(tx: Tx, userId: number, email: string): Promise<boolean> {
  await lockAddress(tx, email);
  const { rows } = await sql<{ confirmed_now: boolean }>`
    with confirmed as (
      update users u set email_verified_at = market_now()
      where u.id = ${userId} and u.email = ${email}::citext and u.email_verified_at is null
        and not exists (select from users o where o.email = u.email and o.email_verified_at is not null)
      returning u.id)
    select u.id in (select id from confirmed) as confirmed_now from users u
    where u.id = ${userId} and u.email = ${email}::citext
      and (u.email_verified_at is not null or u.id in (select id from confirmed))`
    .execute(tx)
    .catch(taken);
  if (rows[0]?.confirmed_now) {
    await dropOtherClaims(tx, { userId, email });
    const subject = { kind: 'user', id: userId } as const;
    await record(tx, { kind: 'account.email_confirmed', actor: null, subject });
  }
  return rows.length > 0;
}

/** Somebody else proved the same address in this very moment. */
function taken(error: { code?: string }): never {
  if (error.code === '23505') fail('link_expired');
  throw error;
}

/** Mails link and code again; nothing is sent to an address that is confirmed already. */
export async function resendConfirmation(ctx: Ctx, viewer: Viewer): Promise<void> {
  if (viewer.emailVerified) return;
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number; username: string; email: string }>`
      select id, username::text, email::text from users where id = ${viewer.id} for no key update`.execute(
      tx,
    );
    await mailConfirmation(ctx, tx, rows[0]!);
  });
}
