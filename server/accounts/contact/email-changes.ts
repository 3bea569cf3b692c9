import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { confirmEmailChange as confirmEndpoint } from '#contract/accounts/account.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { takeAttempt } from '#server/http/limits/rate-limit.ts';
import { endSessions, hashToken, lockSession, newToken } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { dropOtherClaims, lockAddress } from '#server/accounts/documents/claims.ts';
import { proveAddress } from './first-proof.ts';
import {
  addressInUseMail,
  emailChangedMail,
  newAddressMail,
  oldAddressMail,
} from '#server/accounts/mails.ts';

const dayMs = 86_400_000;

interface Change {
  id: number;
  old_email: string;
  new_email: string;
}

/**
 * Requests another address. The response is the same whether or not the address has an owner: only the owner's mail
 * differs (T37). A new request replaces an earlier one.
 */
export async function requestEmailChange(ctx: Ctx, viewer: Viewer, email: string): Promise<void> {
  const target = createHash('sha256').update(email).digest('base64url');
  const { codes } = (await currentRules(ctx.db)).rules;
  // Limits mails to one address across all accounts (T53).
  await takeAttempt(ctx.db, `email-change to:${target}`, codes.emailChangesPerDay, dayMs);
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ email: string; proven: boolean }>`
      select email::text, email_verified_at is not null as proven from users
      where id = ${viewer.id} for no key update`.execute(tx);
    const present = rows[0]!;
    await lockSession(tx, viewer);
    if (present.email === email)
      fail('invalid_request', { errors: { email: 'Este já é o e-mail da sua conta.' } });
    await withdrawOpenChange(tx, viewer.id);
    const { rows: made } = await sql<Change>`
      insert into email_changes (user_id, old_email, new_email, expires_at)
      values (${viewer.id}, ${present.email}, ${email},
        market_now() + ${codes.emailChangeMs}::bigint * interval '1 millisecond')
      returning id, old_email::text, new_email::text`.execute(tx);
    await mailBothSides(ctx, tx, viewer, made[0]!, present.proven);
    const subject = { kind: 'user', id: viewer.id } as const;
    await record(tx, { kind: 'account.email_change_requested', actor: viewer, subject });
  });
}

/** The mails are made from the row, so that the confirmed address is the one that was mailed (T54). */
async function mailBothSides(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  change: Change,
  oldProven: boolean,
): Promise<void> {
  const { old_email: oldEmail, new_email: newEmail } = change;
  const { username } = viewer;
  if (oldProven) {
    const url = await createLink(ctx, tx, viewer, change, 'old');
    await enqueue(tx, 'mail.send', oldAddressMail({ to: oldEmail, username, newEmail, url }));
  }
  const owner = await provenOwner(tx, newEmail);
  if (owner !== null) {
    await enqueue(tx, 'mail.send', addressInUseMail({ to: newEmail, username: owner }));
    return;
  }
  const url = await createLink(ctx, tx, viewer, change, 'new');
  await enqueue(tx, 'mail.send', newAddressMail({ to: newEmail, username, newEmail, url }));
}

async function createLink(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  change: Change,
  side: 'old' | 'new',
): Promise<string> {
  const { codes } = (await currentRules(ctx.db, tx)).rules;
  const token = newToken();
  const target = side === 'old' ? change.old_email : change.new_email;
  const payload = JSON.stringify({ changeId: change.id, sessionId: viewer.sessionId });
  await sql`insert into one_time_secrets (kind, token_hash, user_id, target, payload, expires_at)
    values (${`email_change_${side}`}, ${hashToken(token)}, ${viewer.id}, ${target}, ${payload}::jsonb,
      market_now() + ${codes.emailChangeMs}::bigint * interval '1 millisecond')`.execute(tx);
  return `${ctx.config.publicUrl}/verification?change=${token}`;
}

async function provenOwner(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await sql<{ username: string }>`
    select username::text from users where email = ${email}::citext and email_verified_at is not null`.execute(
    tx,
  );
  return rows[0]?.username ?? null;
}

/** @returns whether there was one */
async function withdrawOpenChange(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      update email_changes set cancelled_at = market_now()
      where user_id = ${userId} and done_at is null and cancelled_at is null returning id, expires_at),
    voided as (
      update one_time_secrets set expires_at = market_now()
      where user_id = ${userId} and kind in ('email_change_old', 'email_change_new'))
    select from gone where expires_at > market_now()`.execute(tx);
  return rows.length > 0;
}

/** Cancels the request; its links stop working. */
export async function cancelEmailChange(ctx: Ctx, viewer: Viewer): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    if (!(await withdrawOpenChange(tx, viewer.id))) fail('not_found');
  });
}

interface Pending extends Change {
  user_id: number;
  username: string;
  /** The account's current address, and whether it is proven. */
  email: string;
  proven: boolean;
  side: 'old' | 'new';
  session_id: number;
  old_done: boolean;
  new_done: boolean;
  done: boolean;
}

/**
 * Confirms the side that a link was mailed to; the address changes when both sides are confirmed. If the old address was
 * never proven, the new one suffices. Following a link twice has no further effect.
 */
export async function confirmEmailChange(
  ctx: Ctx,
  viewer: Viewer | null,
  token: string,
): Promise<Reply<typeof confirmEndpoint>> {
  return inTransaction(ctx.db, async (tx) => {
    const pending = await lockPending(tx, token);
    if (pending.done) return { changed: true, waitingFor: null };
    if (pending.side === 'new' && pending.proven) requireOwnSession(viewer, pending);
    const oldDone = pending.old_done || pending.side === 'old';
    const newDone = pending.new_done || pending.side === 'new';
    await sql`update email_changes set
      old_confirmed_at = ${oldDone ? sql`coalesce(old_confirmed_at, market_now())` : null},
      new_confirmed_at = ${newDone ? sql`coalesce(new_confirmed_at, market_now())` : null}
      where id = ${pending.id}`.execute(tx);
    if (!newDone) return { changed: false, waitingFor: 'new' };
    if (!oldDone && pending.proven) return { changed: false, waitingFor: 'old' };
    const newPasswordToken = await applyChange(ctx, tx, viewer, pending);
    return { changed: true, waitingFor: null, ...(newPasswordToken && { newPasswordToken }) };
  });
}

/** Locks the person's row first, as everywhere, then the change, found by the secret of one of its mails. */
async function lockPending(tx: Tx, token: string): Promise<Pending> {
  const hash = hashToken(token);
  await sql`select from users where id = (select user_id from one_time_secrets where token_hash = ${hash})
    for no key update`.execute(tx);
  const { rows } = await sql<Pending>`
    update one_time_secrets s set used_at = coalesce(s.used_at, market_now())
    from email_changes e join users u on u.id = e.user_id
    where s.token_hash = ${hash} and s.kind in ('email_change_old', 'email_change_new')
      and s.expires_at > market_now() and e.id = (s.payload ->> 'changeId')::bigint and e.user_id = s.user_id
      and e.cancelled_at is null and (e.done_at is not null or e.old_email = u.email)
      and s.target::citext = case s.kind when 'email_change_old' then e.old_email else e.new_email end
    returning e.id, e.user_id, e.old_email::text, e.new_email::text, u.username::text, u.email::text,
      u.email_verified_at is not null as proven, case s.kind when 'email_change_old' then 'old' else 'new' end as side,
      (s.payload ->> 'sessionId')::bigint as session_id, e.old_confirmed_at is not null as old_done,
      e.new_confirmed_at is not null as new_done, e.done_at is not null as done`.execute(tx);
  return rows[0] ?? fail('link_expired');
}

/**
 * Sign-in methods of a proven account survive a change of address, so only a session of the account may confirm the new
 * one. Otherwise the owner of another mailbox would share an account with the person who set those methods (ADR 70).
 */
function requireOwnSession(viewer: Viewer | null, { user_id: userId, username }: Pending): void {
  if (viewer?.id === userId) return;
  fail('unauthenticated', { detail: `Entre na conta ${username} para confirmar o novo e-mail.` });
}

/** @returns the secret of a link for setting a password, if the account has no password left */
async function applyChange(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer | null,
  pending: Pending,
): Promise<string | undefined> {
  const { user_id: userId, new_email: newEmail, old_email: oldEmail, username } = pending;
  let newPasswordToken: string | undefined;
  if (pending.proven) await moveAddress(tx, pending);
  else {
    const proof = { userId, email: newEmail, viewer, changeId: pending.id };
    const outcome = await proveAddress(ctx, tx, proof);
    if (outcome.kind === 'refused') fail('email_taken');
    if (outcome.kind === 'first') newPasswordToken = outcome.newPasswordToken;
  }
  await sql`update email_changes set done_at = market_now() where id = ${pending.id}`.execute(tx);
  // An address that was never proven may be a stranger's, so it gets no mail.
  const recipients = pending.proven ? [oldEmail, newEmail] : [newEmail];
  for (const to of recipients) await enqueue(tx, 'mail.send', emailChangedMail({ to, username, newEmail }));
  const subject = { kind: 'user', id: userId } as const;
  await record(tx, { kind: 'account.email_changed', actor: null, subject });
  return newPasswordToken;
}

/** Writes the new address of a proven account; only the requesting session stays open. */
async function moveAddress(tx: Tx, pending: Pending): Promise<void> {
  const { user_id: userId, new_email: newEmail } = pending;
  await lockAddress(tx, newEmail);
  await sql`update users set email = ${newEmail}, email_verified_at = market_now(),
    security_changed_at = market_now() where id = ${userId}`
    .execute(tx)
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      fail('email_taken');
    });
  await dropOtherClaims(tx, { userId, email: newEmail });
  // Links and codes mailed to the old address stop working.
  await sql`update one_time_secrets set expires_at = market_now()
    where user_id = ${userId} and kind in ('email_confirmation', 'email_proof', 'password_reset')`.execute(
    tx,
  );
  await endSessions(tx, userId, pending.session_id);
}
