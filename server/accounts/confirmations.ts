import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { enqueue } from '#server/jobs.ts';
import { inTransaction } from '#server/transaction.ts';
import { dropOtherClaims, isProvenByAnother } from './claims.ts';
import { addressInUseMail } from './entry-mails.ts';
import { confirmationMail } from './mails.ts';

const validDays = 3;

/** Mails a link that proves the address. The row keeps the address it was mailed to, so a later change voids it. */
export async function mailConfirmation(
  ctx: Ctx,
  tx: Tx,
  user: { id: number; username: string; email: string },
): Promise<void> {
  const token = newToken();
  await sql`insert into one_time_secrets (kind, token_hash, user_id, target, expires_at)
    values ('email_confirmation', ${hashToken(token)}, ${user.id}, ${user.email}, market_now() + ${validDays} * interval '1 day')`.execute(
    tx,
  );
  // Links come from the configured origin only, never from the request's Host (T41).
  const url = `${ctx.config.publicUrl}/verification?token=${token}`;
  const confirmation = confirmationMail({ to: user.email, username: user.username, url });
  // An owner is told instead, with nothing in the letter that could confirm (T37). The row above stands either way,
  // so that no answer differs; nobody ever learns its secret.
  const inUse = addressInUseMail({ to: user.email, url: `${ctx.config.publicUrl}/auth/recovery` });
  const owned = await isProvenByAnother(tx, { userId: user.id, email: user.email });
  await enqueue(tx, 'mail.send', owned ? inUse : confirmation);
}

/** Confirms the address a link was mailed to. Following the link twice is the same as once. */
export async function confirmEmail(ctx: Ctx, token: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ user_id: number; email: string; confirmed_now: boolean }>`
      with link as (
        update one_time_secrets set used_at = coalesce(used_at, market_now())
        where kind = 'email_confirmation' and token_hash = ${hashToken(token)} and expires_at > market_now()
        returning user_id, target::citext as email),
      confirmed as (
        update users u set email_verified_at = market_now() from link
        where u.id = link.user_id and u.email = link.email and u.email_verified_at is null returning u.id)
      select link.user_id, link.email::text, exists (select from confirmed) as confirmed_now
      from link join users u on u.id = link.user_id and u.email = link.email`.execute(tx);
    const link = rows[0];
    if (!link) fail('link_expired');
    if (!link.confirmed_now) return;
    await dropOtherClaims(tx, { userId: link.user_id, email: link.email });
    const subject = { kind: 'user', id: link.user_id } as const;
    await record(tx, { kind: 'account.email_confirmed', actor: null, subject });
  });
}

/** Mails the link again; nothing is sent to an address that is confirmed already. */
export async function resendConfirmation(ctx: Ctx, viewer: Viewer): Promise<void> {
  if (viewer.emailVerified) return;
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number; username: string; email: string }>`
      select id, username::text, email::text from users where id = ${viewer.id}`.execute(tx);
    await mailConfirmation(ctx, tx, rows[0]!);
  });
}
