import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Db, Queryable, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';

const dayMs = 86_400_000;

const sessionPrefix = 'wrong-proof:session:';
const sessionKey = (sessionId: number) => `${sessionPrefix}${sessionId}`;
const dayKey = (userId: number) => `wrong-proof:day:${userId}`;

/**
 * Counts an attempt before the code is checked, so that concurrent guesses cannot exceed the limit; a right code is
 * uncounted by {@link uncountProofAttempt}. Attempts are limited per session, with a pause, and per account and day over
 * all sessions (T45).
 * @returns whether it was the session's last attempt
 */
export async function countProofAttempt(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const { proofTries, proofPauseMs, proofTriesPerDay } = (await currentRules(db)).rules.signIn;
  return inTransaction(db, async (tx) => {
    // An advisory lock, because there may be no row to lock yet.
    await sql`select pg_advisory_xact_lock(hashtextextended(${dayKey(userId)}, 0))`.execute(tx);
    await countAttempt(tx, dayKey(userId), { max: proofTriesPerDay, windowMs: dayMs });
    const ofSession = { max: proofTries, windowMs: proofPauseMs };
    return (await countAttempt(tx, sessionKey(sessionId), ofSession)) >= proofTries;
  });
}

/** After a right code: uncounts the attempt and clears the session's earlier wrong ones. */
export async function uncountProofAttempt(db: Queryable, userId: number, sessionId: number): Promise<void> {
  await sql`delete from attempts where key = ${sessionKey(sessionId)}`.execute(db);
  await sql`update attempts set count = count - 1 where key = ${dayKey(userId)} and count > 0`.execute(db);
}

/** Clears the wrong codes of an account, in all of its sessions. */
export async function clearProofAttempts(tx: Tx, userId: number): Promise<void> {
  await sql`delete from attempts where key = ${dayKey(userId)}
    or key = any(array(select ${sessionPrefix} || id from sessions where user_id = ${userId}))`.execute(tx);
}

async function countAttempt(tx: Tx, key: string, limit: { max: number; windowMs: number }): Promise<number> {
  const { rows } = await sql<{ count: number; wait: number }>`
    select count, ceil(extract(epoch from window_start - market_now()) + ${limit.windowMs / 1000}::int)::int as wait
    from attempts where key = ${key} and window_start > market_now() - ${limit.windowMs / 1000}::int * interval '1 second'
    order by window_start desc limit 1`.execute(tx);
  const recent = rows[0];
  if (recent && recent.count >= limit.max) fail('too_many_requests', tooManyAttempts(recent.wait));
  if (recent) await sql`update attempts set count = count + 1 where key = ${key}`.execute(tx);
  else {
    await sql`delete from attempts where key = ${key}`.execute(tx);
    await sql`insert into attempts (key, window_start, count) values (${key}, market_now(), 1)`.execute(tx);
  }
  return (recent?.count ?? 0) + 1;
}

function tooManyAttempts(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  const words = minutes === 1 ? '1 minuto' : minutes <= 90 ? `${minutes} minutos` : `${hours} horas`;
  return {
    detail: `Muitas tentativas com o código errado. Espere ${words} e tente de novo.`,
    meta: { retryAfterSeconds: seconds },
  };
}
