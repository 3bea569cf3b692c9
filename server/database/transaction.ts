import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { commitMarker } from '#db/client.ts';
import { fail } from '#domain/errors.ts';
import type { Db, Tx } from '#server/context.ts';

const maxAttempts = 5;
/** Serialization failure and deadlock: the whole transaction may be retried. */
const retryable = new Set(['40001', '40P01']);
const lockNotAvailable = '55P03';

/**
 * One short READ COMMITTED transaction, retried with jitter after a conflict. It makes no call to another system.
 * Behind a row that stays locked it is retried once, with a lock timeout of one second: together with the two seconds
 * of the first attempt, the caller has an answer after three (T103).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let waited = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(waited ? (tx) => withShortLockTimeout(tx, work) : work);
    } catch (error) {
      const code = codeOf(error);
      if (code !== lockNotAvailable && !retryable.has(code)) throw error;
      if (attempt === maxAttempts || (waited && code === lockNotAvailable)) fail('unavailable');
      waited ||= code === lockNotAvailable;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function withShortLockTimeout<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`set local lock_timeout = '1s'`.execute(tx);
  return work(tx);
}

/**
 * Prefix of a transaction's last statement: the commit is sent with it, which saves a round trip. If the transaction is
 * to be rolled back, the statement must raise an error; writing no row is not enough.
 */
export const withCommit = sql.raw(commitMarker);

/** The database's current time, by the market clock. */
export async function marketNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select market_now() as now`.execute(db);
  return rows[0]!.now;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
