import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/**
 * Longer than the slowest provider is waited for, with its second try; the clock of the machine, as theirs. Afterwards
 * it says when the answer came, so that whoever was asked about longest ago is next.
 */
export const leaseEnd = sql<Date>`date_trunc('milliseconds', now()) + interval '40 seconds'`;

/** Nobody waits for the bank's answer to it. */
export const isLeaseFree = sql<boolean>`coalesce(asked_until <= now(), true)`;

/** What was taken by writing {@link leaseEnd} where it was {@link isLeaseFree}, or was written with it. */
export interface ProviderLease {
  table: 'payments' | 'refunds' | 'withdrawals';
  id: number;
  until: Date;
}

/**
 * Asks the bank about what this process took, and lets others ask once there was an answer, or none came: the second
 * time the provider knows what the first one made.
 */
export async function withLease<T>(db: Queryable, taken: ProviderLease, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } finally {
    await releaseLease(db, taken);
  }
}

/** Others may ask from now on. */
export async function releaseLease(db: Queryable, { table, id, until }: ProviderLease): Promise<void> {
  await sql`update ${sql.table(table)} set asked_until = now() where id = ${id} and asked_until = ${until}`.execute(
    db,
  );
}
