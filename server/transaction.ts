import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { andCommit } from '#db/client.ts';
import { fail } from '#domain/errors.ts';
import type { Db, Tx } from './context.ts';

const maxAttempts = 5;
/** Serialization failure, deadlock, lock not available: the whole transaction may simply be tried again. */
const retryable = new Set(['40001', '40P01', '55P03']);

/**
 * One short READ COMMITTED transaction, tried again with jitter when PostgreSQL says that somebody was faster.
 * Nothing foreign may be called inside.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === maxAttempts) fail('unavailable');
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/**
 * Begins the last statement of a transaction: the commit goes with it, one round trip less. It must fail, not write
 * nothing, where the transaction is to be undone.
 */
export const andCommitting = sql.raw(andCommit);

/** The database's present, by the market clock. */
export async function marketNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select market_now() as now`.execute(db);
  return rows[0]!.now;
}

function isRetryable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && retryable.has(String(error.code));
}
