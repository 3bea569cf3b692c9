import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/**
 * The end of a new lease, longer than the timeout of the slowest provider with its retry. It uses the machine's clock,
 * not the market's, as providers do. After release the column holds the time of the answer, so that sweeps continue with
 * the row that was asked about longest ago.
 */
export const leaseEnd = sql<Date>`date_trunc('milliseconds', now()) + interval '40 seconds'`;

/** An SQL condition: no process holds the lease. */
export const isLeaseFree = sql<boolean>`coalesce(asked_until <= now(), true)`;

/** The right to call the provider about a row, taken by writing {@link leaseEnd} into a row that {@link isLeaseFree}. */
export interface ProviderLease {
  table: 'payments' | 'refunds' | 'withdrawals';
  id: number;
  until: Date;
}

/**
 * Calls the provider under the lease and releases it afterwards, also after an error: a later call finds at the provider
 * what the first one created.
 */
export async function withLease<T>(db: Queryable, taken: ProviderLease, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } finally {
    await releaseLease(db, taken);
  }
}

/** Lets other processes take the lease. */
export async function releaseLease(db: Queryable, { table, id, until }: ProviderLease): Promise<void> {
  await sql`update ${sql.table(table)} set asked_until = now() where id = ${id} and asked_until = ${until}`.execute(
    db,
  );
}
