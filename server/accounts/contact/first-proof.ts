import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { dropOtherClaims, isProvenByAnother, lockAddress } from '#server/accounts/documents/claims.ts';
import { endEarlierAccess } from '#server/accounts/earlier-access.ts';
import type { RemovedAccess } from '#server/accounts/earlier-access.ts';
import { earlierAccessMail } from '#server/accounts/earlier-access-mail.ts';

export interface AddressProof {
  userId: number;
  /** The address that the link or code was mailed to. */
  email: string;
  /** Who shows the proof; only the session that registered keeps its sign-in methods. */
  viewer: Viewer | null;
  /** The change of address that the proof confirms; null for the account's current address. */
  changeId?: number;
  /** The proof comes together with a new password. */
  bringsPassword?: boolean;
}

/**
 * `refused`: the address is not the account's, or another account proved it. `repeated`: it was proven before. `first`:
 * with the secret of a link for setting a password, if the account has none left.
 */
export interface ProofOutcome {
  kind: 'refused' | 'repeated' | 'first';
  newPasswordToken?: string;
}

/**
 * The only place where an existing account's address becomes proven for the first time. All earlier access ends, except
 * what the registering session set, if that session proves the address (ADR 70, T50). A mail tells the owner what was
 * removed.
 */
export async function proveAddress(ctx: Ctx, tx: Tx, proof: AddressProof): Promise<ProofOutcome> {
  const { userId, email, changeId = null, bringsPassword = false } = proof;
  await lockAddress(tx, email);
  const { rows } = await sql<{ owns: boolean; proven: boolean }>`
    select email = ${email}::citext as owns, email_verified_at is not null as proven
    from users where id = ${userId} for update`.execute(tx);
  const account = rows[0];
  if (!account || (!account.owns && changeId === null)) return { kind: 'refused' };
  if (account.proven) return { kind: 'repeated' };
  if (await isProvenByAnother(tx, { userId, email })) return { kind: 'refused' };
  const keptSession = await registeringSession(tx, proof);
  const removed = await endEarlierAccess(tx, userId, keptSession, changeId);
  await sql`update users set email = ${email}, email_verified_at = market_now(), email_proof_session_id = ${keptSession},
    security_changed_at = ${keptSession === null ? sql`market_now()` : sql`security_changed_at`} where id = ${userId}`.execute(
    tx,
  );
  await dropOtherClaims(tx, { userId, email });
  const subject = { kind: 'user', id: userId } as const;
  await record(tx, { kind: 'account.email_confirmed', actor: null, subject, data: { removed } });
  await notifyOwner(ctx, tx, {
    userId,
    email,
    removed,
    needsPassword: keptSession === null && !bringsPassword,
  });
  if (keptSession !== null || bringsPassword) return { kind: 'first' };
  return { kind: 'first', newPasswordToken: await openNewPassword(ctx, tx, { userId, email }) };
}

/** The session that registered the account, if it is the one that proves the address. */
async function registeringSession(tx: Tx, { userId, viewer }: AddressProof): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from sessions
    where id = ${viewer?.sessionId ?? null}::bigint and user_id = ${userId} and registered and state = 'active'
    for update`.execute(tx);
  return rows[0]?.id ?? null;
}

interface RemovalNotice {
  userId: number;
  email: string;
  removed: RemovedAccess;
  needsPassword: boolean;
}

async function notifyOwner(
  ctx: Ctx,
  tx: Tx,
  { userId, email, removed, needsPassword }: RemovalNotice,
): Promise<void> {
  if (Object.values(removed).every((count) => count === 0)) return;
  const { rows } = await sql<{ username: string }>`
    select username::text from users where id = ${userId}`.execute(tx);
  const { username } = rows[0]!;
  const url = `${ctx.config.publicUrl}${needsPassword ? '/auth/recovery' : '/conta/seguranca'}`;
  await enqueue(tx, 'mail.send', earlierAccessMail({ to: email, username, removed, needsPassword, url }));
}

/** Creates the secret of a link for setting a password, for the person who proved to own the mailbox. */
async function openNewPassword(
  ctx: Ctx,
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<string> {
  const { codes } = (await currentRules(ctx.db, tx)).rules;
  const token = newToken();
  await sql`insert into one_time_secrets (kind, token_hash, user_id, target, expires_at)
    values ('password_reset', ${hashToken(token)}, ${userId}, ${email},
      market_now() + ${codes.passwordResetMs}::bigint * interval '1 millisecond')`.execute(tx);
  return token;
}
