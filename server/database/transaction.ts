import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { andCommit } from '#db/client.ts';
import { fail } from '#domain/errors.ts';
import type { Db, Tx } from '#server/context.ts';

const maxAttempts = 5;
/** Serialization failure, deadlock: the whole transaction may simply be tried again. */
const retryable = new Set(['40001', '40P01']);
const lockNotAvailable = '55P03';

/**
 * One short READ COMMITTED transaction, tried again with jitter when PostgreSQL says that somebody was faster.
 * Nothing foreign may be called inside. Behind a row that stays locked it is tried once more, for a second: with the
 * two of the first time whoever waits is answered after three (T103).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let waited = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(waited ? (tx) => briefly(tx, work) : work);
    } catch (error) {
      const code = codeOf(error);
      if (code !== lockNotAvailable && !retryable.has(code)) throw error;
      if (attempt === maxAttempts || (waited && code === lockNotAvailable)) fail('unavailable');
      waited ||= code === lockNotAvailable;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function briefly<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`set local lock_timeout = '1s'`.execute(tx);
  return work(tx);
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

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
