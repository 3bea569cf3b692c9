import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/**
 * Longer than the slowest provider is waited for, with its second try; the clock of the machine, as theirs. Afterwards
 * it says when the answer came, so that whoever was asked about longest ago is next.
 */
export const askedUntil = sql<Date>`date_trunc('milliseconds', now()) + interval '40 seconds'`;

/** Nobody waits for the bank's answer to it. */
export const isUnasked = sql<boolean>`coalesce(asked_until <= now(), true)`;

/** What was taken by writing {@link askedUntil} where it was {@link isUnasked}, or was written with it. */
export interface Taken {
  table: 'payments' | 'refunds' | 'withdrawals';
  id: number;
  until: Date;
}

/**
 * Asks the bank about what this process took, and lets others ask once there was an answer, or none came: the second
 * time the provider knows what the first one made.
 */
export async function askAlone<T>(db: Queryable, taken: Taken, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } finally {
    await letGo(db, taken);
  }
}

/** Others may ask from now on. */
export async function letGo(db: Queryable, { table, id, until }: Taken): Promise<void> {
  await sql`update ${sql.table(table)} set asked_until = now() where id = ${id} and asked_until = ${until}`.execute(
    db,
  );
}
