import { sql } from 'kysely';
import type { confirmEmail as confirmEndpoint } from '#contract/accounts/account.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import {
  hashCode,
  newCode,
  consumeSecret,
  verifyCode,
  invalidateCodes,
} from '#server/secrets/one-time-codes.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { isProvenByAnother } from '#server/accounts/documents/claims.ts';
import { proveAddress } from './first-proof.ts';
import type { ProofOutcome } from './first-proof.ts';
import { alreadyMemberMail } from '#server/accounts/sign-in-mails.ts';
import { confirmationMail } from '#server/accounts/mails.ts';

const kind = 'email_confirmation';

/**
 * Mails a link and six digits that prove the address; earlier digits stop working. The row stores the address, and the
 * mail goes to the address of the row (T54).
 */
export async function mailConfirmation(
  ctx: Pick<Ctx, 'db' | 'config' | 'keys'>,
  tx: Tx,
  user: { id: number; username: string; email: string },
): Promise<void> {
  const { codes } = (await currentRules(ctx.db, tx)).rules;
  const token = newToken();
  const code = newCode();
  await invalidateCodes(tx, kind, user.id);
  const codeHash = hashCode(ctx.keys, { kind, userId: user.id, target: user.email }, code);
  const { rows } = await sql<{ target: string }>`
    insert into one_time_secrets (kind, token_hash, code_hash, user_id, target, expires_at)
    values (${kind}, ${hashToken(token)}, ${codeHash}, ${user.id}, ${user.email},
      market_now() + ${codes.confirmationMs}::bigint * interval '1 millisecond')
    returning target`.execute(tx);
  // Links come from the configured origin only, never from the request's Host (T41).
  const url = `${ctx.config.publicUrl}/verification?token=${token}`;
  const confirmation = confirmationMail({ to: rows[0]!.target, username: user.username, url, code });
  // An address with an owner gets a notice without link or code (T37). The row is written anyway, so that the response
  // does not differ; its secret is never sent.
  const inUse = alreadyMemberMail({ to: user.email, url: `${ctx.config.publicUrl}/auth/recovery` });
  const owned = await isProvenByAnother(tx, { userId: user.id, email: user.email });
  await enqueue(tx, 'mail.send', owned ? inUse : confirmation);
}

/**
 * Confirms the address that a link was mailed to. Following the link twice has no further effect.
 * @param viewer who opened it, if signed in: only the session that registered keeps its sign-in methods (ADR 70)
 */
export async function confirmEmail(ctx: Ctx, viewer: Viewer | null, token: string): Promise<Confirmed> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ user_id: number; target: string }>`
      update one_time_secrets set used_at = coalesce(used_at, market_now())
      where kind = ${kind} and token_hash = ${hashToken(token)} and expires_at > market_now()
      returning user_id, target`.execute(tx);
    const link = rows[0] ?? fail('link_expired');
    const proof = { userId: link.user_id, email: link.target, viewer };
    return presentOutcome(await proveAddress(ctx, tx, proof)) ?? fail('link_expired');
  });
}

/** Confirms the address by the digits of the mail. */
export async function confirmEmailByCode(ctx: Ctx, viewer: Viewer, code: string): Promise<Confirmed> {
  const { secretId, target } = await verifyCode(ctx, kind, viewer.id, code);
  return inTransaction(ctx.db, async (tx) => {
    await consumeSecret(tx, secretId);
    const proof = { userId: viewer.id, email: target, viewer };
    return presentOutcome(await proveAddress(ctx, tx, proof)) ?? fail('code_expired');
  });
}

type Confirmed = Reply<typeof confirmEndpoint>;

/** The reply for a proof; null when the proof was refused. */
function presentOutcome(outcome: ProofOutcome): Confirmed | null {
  if (outcome.kind === 'refused') return null;
  if (outcome.kind === 'repeated' || outcome.newPasswordToken === undefined) return { ok: true };
  return { ok: true, newPasswordToken: outcome.newPasswordToken };
}

/** Mails a new link and code, unless the address is already confirmed. */
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
