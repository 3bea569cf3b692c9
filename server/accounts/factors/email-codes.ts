import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { enqueue } from '#server/background/jobs.ts';
import { newCode } from '#server/secrets/one-time-codes.ts';
import { currentRules } from '#server/settings/queries.ts';
import { proofCodeMail } from './mails.ts';

/** Mails six digits that are valid as a proof in this session only; an earlier code stops working. */
export async function mailProofCode(ctx: Ctx, tx: Tx, viewer: Viewer): Promise<number> {
  const { validMs, resendMs } = (await currentRules(ctx.db, tx)).rules.codes;
  // Locks the session, because two concurrent requests would both see no earlier code.
  await sql`select from sessions where id = ${viewer.sessionId} for update`.execute(tx);
  const wait = await secondsToResend(tx, viewer.sessionId, resendMs);
  if (wait > 0)
    fail('too_many_requests', {
      detail: `Já enviamos um código. Peça outro em ${wait === 1 ? '1 segundo' : `${wait} segundos`}.`,
      meta: { retryAfterSeconds: wait },
    });
  const { rows } = await sql<{ email: string; username: string }>`
    select email::text, username::text from users where id = ${viewer.id}`.execute(tx);
  const { email, username } = rows[0]!;
  const code = newCode();
  await sql`update one_time_secrets set used_at = market_now()
    where kind = 'email_proof' and session_id = ${viewer.sessionId} and used_at is null`.execute(tx);
  await sql`insert into one_time_secrets (kind, user_id, session_id, target, code_hash, expires_at)
    values ('email_proof', ${viewer.id}, ${viewer.sessionId}, ${email}, ${hashCode(ctx, viewer, code)},
      market_now() + ${validMs}::bigint * interval '1 millisecond')`.execute(tx);
  await enqueue(
    tx,
    'mail.send',
    proofCodeMail({ to: email, username, code, minutes: Math.round(validMs / 60_000) }),
  );
  return Math.ceil(resendMs / 1_000);
}

/** Seconds until another code may be mailed in this session. */
export async function secondsToResend(db: Queryable, sessionId: number, resendMs: number): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from max(created_at) + ${resendMs}::bigint * interval '1 millisecond' - market_now()))::int as wait
    from one_time_secrets where kind = 'email_proof' and session_id = ${sessionId}`.execute(db);
  return Math.max(0, rows[0]?.wait ?? 0);
}

/** Checks and consumes the newest mailed code. A wrong one is counted, so the caller must commit in any case. */
export async function consumeEmailCode(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  code: string,
): Promise<'right' | 'wrong' | 'expired'> {
  const { tries } = (await currentRules(ctx.db, tx)).rules.codes;
  const { rows } = await sql<{ id: number; code_hash: Buffer }>`
    select o.id, o.code_hash from one_time_secrets o join users u on u.id = o.user_id and u.email::text = o.target
    where o.kind = 'email_proof' and o.user_id = ${viewer.id} and o.session_id = ${viewer.sessionId}
      and o.used_at is null and o.expires_at > market_now() and o.attempts < ${tries}
    order by o.id desc limit 1 for update of o`.execute(tx);
  const found = rows[0];
  if (!found) return 'expired';
  const right = timingSafeEqual(found.code_hash, hashCode(ctx, viewer, code));
  await sql`update one_time_secrets set attempts = attempts + 1,
    used_at = ${right ? sql`market_now()` : null} where id = ${found.id}`.execute(tx);
  return right ? 'right' : 'wrong';
}

function hashCode(ctx: Ctx, viewer: Viewer, code: string): Buffer {
  return createHmac('sha256', ctx.keys.codes)
    .update(`email-proof:${viewer.id}:${viewer.sessionId}:${code}`)
    .digest();
}
