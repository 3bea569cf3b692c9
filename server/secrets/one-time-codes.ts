import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { CodeRules } from '#domain/accounts/sign-in.ts';
import type { Ctx, Keys, Tx } from '#server/context.ts';
import { takeAttempt } from '#server/http/limits/rate-limit.ts';
import { currentRules } from '#server/settings/queries.ts';

/** What a code proves, and for whom: another kind, person or target gives another HMAC of the same digits. */
export interface CodePurpose {
  kind: 'email_confirmation' | 'phone_confirmation';
  userId: number;
  /** The e-mail address or phone number it was sent to. */
  target: string;
}

const dayMs = 86_400_000;

/** Six random digits, uniformly distributed. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** The only stored form of a code: a million candidates are hashed quickly, so the hash is keyed. */
export function hashCode(keys: Keys, { kind, userId, target }: CodePurpose, code: string): Buffer {
  return createHmac('sha256', keys.codes)
    .update(JSON.stringify([kind, userId, target, code]))
    .digest();
}

/** Invalidates older codes of the kind; links that were sent with them remain valid. */
export async function invalidateCodes(tx: Tx, kind: CodePurpose['kind'], userId: number): Promise<void> {
  await sql`update one_time_secrets set code_hash = null
    where kind = ${kind} and user_id = ${userId} and token_hash is not null and code_hash is not null`.execute(
    tx,
  );
  await sql`update one_time_secrets set used_at = market_now()
    where kind = ${kind} and user_id = ${userId} and token_hash is null and used_at is null`.execute(tx);
}

interface AttemptedCode {
  id: number;
  target: string;
  code_hash: Buffer;
}

/**
 * Compares a typed code with the newest one that was sent. The attempt is committed before the comparison, so that
 * twenty parallel attempts count like twenty in a row (T53). The caller consumes the secret with {@link consumeSecret}.
 * @throws `code_expired`, `wrong_code` with `meta.triesLeft`, `too_many_requests`
 */
export async function verifyCode(
  ctx: Ctx,
  kind: CodePurpose['kind'],
  userId: number,
  code: string,
): Promise<{ secretId: number; target: string }> {
  const { codes } = (await currentRules(ctx.db)).rules;
  await takeAttempt(ctx.db, `code ${kind} user:${userId}`, codes.triesPerDay, dayMs);
  const { rows } = await sql<AttemptedCode & { attempts: number }>`
    update one_time_secrets set attempts = attempts + 1
    where id = (select id from one_time_secrets
        where kind = ${kind} and user_id = ${userId} and code_hash is not null order by id desc limit 1)
      and attempts < ${codes.tries} and used_at is null
      and created_at > market_now() - ${codes.validMs}::bigint * interval '1 millisecond'
    returning id, target, code_hash, attempts`.execute(ctx.db);
  const tried = rows[0] ?? (await rejectAttempt(ctx, kind, userId, codes));
  const given = hashCode(ctx.keys, { kind, userId, target: tried.target }, code);
  if (!timingSafeEqual(given, tried.code_hash))
    fail('wrong_code', { meta: { triesLeft: codes.tries - tried.attempts } });
  return { secretId: tried.id, target: tried.target };
}

async function rejectAttempt(
  ctx: Ctx,
  kind: CodePurpose['kind'],
  userId: number,
  { tries, validMs }: CodeRules,
): Promise<never> {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from one_time_secrets
    where kind = ${kind} and user_id = ${userId} and code_hash is not null and used_at is null
      and created_at > market_now() - ${validMs}::bigint * interval '1 millisecond'
    order by id desc limit 1`.execute(ctx.db);
  if (rows[0] && rows[0].attempts >= tries)
    fail('too_many_requests', { detail: 'Muitas tentativas com este código. Peça outro.' });
  fail('code_expired');
}

/** Marks a secret as used; of two parallel calls only the first succeeds. */
export async function consumeSecret(tx: Tx, secretId: number): Promise<void> {
  const { rows } = await sql`update one_time_secrets set used_at = market_now()
    where id = ${secretId} and used_at is null returning id`.execute(tx);
  if (rows.length === 0) fail('code_expired');
}
