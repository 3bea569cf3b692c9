import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  normalizeRecoveryCode,
  recoveryAlphabet,
  recoveryCodeLength,
  formatRecoveryCode,
} from '#domain/accounts/proofs.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** Creates a new set; the old codes stop working. They are returned only once, because only hashes are stored. */
export async function replaceRecoveryCodes(ctx: Ctx, tx: Tx, userId: number): Promise<string[]> {
  const { recoveryCodes } = (await currentRules(ctx.db, tx)).rules.codes;
  const codes = Array.from({ length: recoveryCodes }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await sql`insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${codes.map((code) => hashCode(ctx, userId, code))}::bytea[])`.execute(tx);
  return codes.map(formatRecoveryCode);
}

/** Consumes one code. Of two concurrent uses one succeeds. */
export async function consumeRecoveryCode(ctx: Ctx, tx: Tx, userId: number, typed: string): Promise<boolean> {
  const { rows } = await sql`update recovery_codes set used_at = market_now()
    where user_id = ${userId} and code_hash = ${hashCode(ctx, userId, normalizeRecoveryCode(typed))} and used_at is null
    returning 1 as taken`.execute(tx);
  return rows.length === 1;
}

export async function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from recovery_codes
    where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]!.left;
}

export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
}

/** Fifty random bits: 32 characters divide a byte evenly, so all are equally likely. */
function newCode(): string {
  return Array.from(randomBytes(recoveryCodeLength), (byte) => recoveryAlphabet[byte % 32]!).join('');
}

/** Keyed, so that a copy of the table alone cannot be brute-forced. */
function hashCode(ctx: Ctx, userId: number, plain: string): Buffer {
  return createHmac('sha256', ctx.keys.codes).update(`recovery:${userId}:${plain}`).digest();
}
